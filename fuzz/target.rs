//! One file for all: the name of the program says which target it runs.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let name = env!("CARGO_BIN_NAME");
    let target = fuzz::TARGETS.iter().find(|target| target.name == name).expect("a target of this name");
    (target.run)(data);
});
