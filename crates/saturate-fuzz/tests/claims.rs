//! What the prelude says of its functions holds, on values that are special.

use saturate_fuzz::claims::check_prelude;

#[test]
fn what_the_prelude_claims_of_its_functions_holds() {
    let findings = check_prelude(1, 20);
    assert!(findings.failures.is_empty(), "{findings}");
    // The test is worth something only while it calls nearly everything.
    assert!(
        findings.methods > 850 && findings.calls > 15_000,
        "{findings}"
    );
    assert!(findings.returned > 8_000, "{findings}");
}
