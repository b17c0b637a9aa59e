//! The `saturate` command.

fn main() {}
