//! What one request does: decode, build SSA, verify, encode.

use crate::decode::decode;
use crate::encode::{encode, Response};
use crate::host::{FixedTypes, Session, SessionHost};
use crate::wire::status;
use saturate::ir::{ssa, verify};

/// Why a request has no response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// One of [`status`].
    pub status: i32,
    /// What to tell the user.
    pub message: String,
}

impl Failure {
    /// A failure with its status.
    pub fn new(status: i32, message: impl ToString) -> Failure {
        Failure {
            status,
            message: message.to_string(),
        }
    }
}

/// Runs one request.
pub fn run(
    words: &[i32],
    names: &[u8],
    fixed: FixedTypes,
    session: &mut dyn Session,
) -> Result<Response, Failure> {
    if [fixed.any, fixed.bottom, fixed.bool]
        .iter()
        .any(|&ty| ty < 0)
    {
        return Err(Failure::new(
            status::BAD_REQUEST,
            "the handles of Any, Union{} and Bool must not be negative",
        ));
    }
    let request = decode(words, names).map_err(|error| Failure::new(status::BAD_REQUEST, error))?;
    let mut host = SessionHost::new(session, fixed);
    let built = ssa::construct(
        &request.code,
        &request.argument_types,
        &request.static_params,
        &mut host,
    );
    // A session that failed explains whatever went wrong after it.
    let checked = built
        .map_err(|error| error.to_string())
        .and_then(|mut function| {
            function.ret = request.ret;
            match verify::verify(&function) {
                Ok(()) => Ok(function),
                Err(error) => Err(error.to_string()),
            }
        });
    host.finish()
        .map_err(|message| Failure::new(status::FAILED, message))?;
    let function = checked.map_err(|message| Failure::new(status::BAD_CODE, message))?;
    Ok(encode(&function))
}
