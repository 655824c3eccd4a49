//! Circles between the files of one room. A module and what lies inside it may know each other; siblings may not go
//! round.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::imports::own_paths;

pub type Module = Vec<String>;
pub type Graph = BTreeMap<Module, BTreeSet<Module>>;

/// Which module of the crate names which.
pub fn graph(src: &Path) -> Graph {
    let files = modules(src);
    let mut graph = Graph::new();
    for (module, file) in &files {
        let code = std::fs::read_to_string(file).unwrap_or_default();
        let targets = own_paths(&code).into_iter().filter_map(|path| target(&files, module, &path));
        let targets = targets.filter(|target| !is_inside(target, module) && !is_inside(module, target));
        graph.insert(module.clone(), targets.collect());
    }
    graph
}

/// One line for each group of modules that reach each other.
pub fn circles(graph: &Graph) -> Vec<String> {
    let reach = |from: &Module| {
        let mut seen: BTreeSet<&Module> = BTreeSet::new();
        let mut waiting = vec![from];
        while let Some(module) = waiting.pop() {
            for next in graph.get(module).into_iter().flatten() {
                if seen.insert(next) {
                    waiting.push(next);
                }
            }
        }
        seen
    };
    let reached: BTreeMap<&Module, BTreeSet<&Module>> =
        graph.keys().map(|module| (module, reach(module))).collect();
    let mut groups = BTreeSet::new();
    for (module, others) in &reached {
        let group: BTreeSet<&Module> = others
            .iter()
            .copied()
            .filter(|other| reached.get(*other).is_some_and(|back| back.contains(*module)))
            .collect();
        if !group.is_empty() {
            let names: Vec<String> = group.iter().map(|module| module.join("::")).collect();
            groups.insert(names.join(", "));
        }
    }
    groups.into_iter().collect()
}

fn is_inside(inner: &Module, outer: &Module) -> bool {
    inner.starts_with(outer)
}

/// Every file by its module; files of tests left out.
fn modules(src: &Path) -> BTreeMap<Module, PathBuf> {
    let mut files = BTreeMap::new();
    let mut folders = vec![src.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("").to_owned();
            if path.is_dir() {
                folders.push(path);
            } else if name.ends_with(".rs") && !name.ends_with("tests.rs") {
                let inner = path.strip_prefix(src).unwrap_or(&path).with_extension("");
                let mut module: Module =
                    inner.iter().map(|part| part.to_string_lossy().into_owned()).collect();
                if module.last().is_some_and(|last| ["mod", "lib", "main"].contains(&last.as_str())) {
                    module.pop();
                }
                files.insert(module, path);
            }
        }
    }
    files
}

/// The module that a path leads to: the longest part of it that is one.
fn target(files: &BTreeMap<Module, PathBuf>, from: &Module, path: &[String]) -> Option<Module> {
    let mut base = from.clone();
    let mut rest = path;
    match rest.first().map(String::as_str) {
        Some("crate") => {
            base.clear();
            rest = &rest[1..];
        }
        Some("self") => rest = &rest[1..],
        _ => {
            while rest.first().is_some_and(|name| name == "super") {
                base.pop()?;
                rest = &rest[1..];
            }
        }
    }
    base.extend(rest.iter().cloned());
    while !files.contains_key(&base) {
        base.pop()?;
    }
    Some(base)
}

#[cfg(test)]
mod tests {
    use super::{Graph, circles};

    fn graph(arrows: &[(&str, &str)]) -> Graph {
        let module = |name: &str| vec![name.to_owned()];
        let mut graph = Graph::new();
        for (from, to) in arrows {
            graph.entry(module(from)).or_default().insert(module(to));
            graph.entry(module(to)).or_default();
        }
        graph
    }

    #[test]
    fn a_way_round_is_found() {
        assert_eq!(circles(&graph(&[("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")])), ["a, b, c"]);
        assert!(circles(&graph(&[("a", "b"), ("b", "c"), ("a", "c")])).is_empty());
    }
}
