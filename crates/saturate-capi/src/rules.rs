//! Reading a rule set.

use crate::host::{FixedTypes, Session, SessionHost};
use crate::pipeline::Failure;
use crate::wire::status;
use saturate::diag::Source;
use saturate::rules::{self, RuleSet};

/// Reads the rules of a text over the session, and adds them to `base`, whose handles must be of the same session.
/// The name is the file's; the text has its lines.
pub fn read(
    name: &[u8],
    text: &[u8],
    base: Option<&RuleSet>,
    fixed: FixedTypes,
    session: &mut dyn Session,
) -> Result<RuleSet, Failure> {
    let utf8 = |bytes: &[u8]| match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text.to_owned()),
        Err(_) => Err(Failure::new(
            status::BAD_REQUEST,
            "the text of the rules is not UTF-8",
        )),
    };
    let source = Source::new(utf8(name)?, utf8(text)?);
    fixed.check()?;
    let mut host = SessionHost::new(session, fixed);
    let read = rules::read(source, &mut host);
    // A session that failed explains whatever went wrong after it.
    host.finish()
        .map_err(|message| Failure::new(status::FAILED, message))?;
    let set = read.map_err(|errors| {
        let lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
        Failure::new(status::BAD_RULES, lines.join("\n"))
    })?;
    Ok(base.map_or(set.clone(), |base| base.union(&set)))
}
