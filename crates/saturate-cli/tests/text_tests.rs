//! The text tests of `filetests/` and `examples/`, as `saturate test` runs them; from whatever folder `cargo test` was started in.

use std::path::Path;
use std::process::Command;

#[test]
fn every_text_test_passes() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let output = Command::new(env!("CARGO_BIN_EXE_saturate"))
        .args(["test", "filetests", "examples"])
        .current_dir(root)
        .output()
        .expect("the binary runs");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}");
    assert!(text.contains(" passed, 0 failed"), "{text}");
}
