//! Fails where a room knows what it must not.

use std::fs;

use tidy::circles::{circles, graph};
use tidy::rooms::{ROOMS, TOOLS, dependencies, table};

fn manifest(room: &str) -> String {
    let path = tidy::root().join("crates").join(room).join("Cargo.toml");
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn rooms_know_what_the_list_says_and_no_more() {
    let ours: Vec<&str> = ROOMS.iter().map(|room| room.name).collect();
    let mut faults = Vec::new();
    for room in ROOMS {
        let named = dependencies(&manifest(room.name));
        let known: Vec<&str> = named.iter().map(String::as_str).filter(|name| ours.contains(name)).collect();
        for name in &known {
            if !room.knows.contains(name) {
                faults.push(format!("{} must not know {name}", room.name));
            }
        }
        for name in room.knows.iter().filter(|name| !known.contains(name)) {
            faults.push(format!("{} may know {name} and does not: take it out of the list", room.name));
        }
        for name in
            named.iter().filter(|name| room.never.contains(&name.as_str()) || TOOLS.contains(&name.as_str()))
        {
            faults.push(format!("{} must never use {name}", room.name));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_room_knows_only_rooms_before_it() {
    for (place, room) in ROOMS.iter().enumerate() {
        for name in room.knows {
            let before = ROOMS[..place].iter().any(|other| other.name == *name);
            assert!(before, "{} knows {name}, which comes after it", room.name);
        }
    }
}

#[test]
fn inside_a_room_files_do_not_go_round() {
    let mut faults = Vec::new();
    for room in ROOMS.iter().map(|room| room.name).chain(TOOLS.iter().copied()) {
        let src = tidy::root().join("crates").join(room).join("src");
        faults.extend(circles(&graph(&src)).into_iter().map(|circle| format!("{room}: {circle}")));
    }
    assert!(faults.is_empty(), "files that know each other in a circle:\n{}", faults.join("\n"));
}

#[test]
fn the_map_shows_the_same_list() {
    const BEGIN: &str = "<!-- rooms -->\n";
    const END: &str = "<!-- /rooms -->";
    let path = tidy::root().join("ARCHITECTURE.md");
    let text = fs::read_to_string(&path).expect("ARCHITECTURE.md");
    let (before, rest) = text.split_once(BEGIN).expect("where the table begins");
    let (shown, after) = rest.split_once(END).expect("where the table ends");
    if std::env::var_os("BELLWETHER_ACCEPT").is_some() {
        fs::write(&path, format!("{before}{BEGIN}{}{END}{after}", table())).expect("written");
    } else {
        assert_eq!(shown, table(), "run BELLWETHER_ACCEPT=1 cargo test -p tidy");
    }
}
