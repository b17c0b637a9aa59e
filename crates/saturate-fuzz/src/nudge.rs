//! The same program with other last digits.
//!
//! ```text
//! x = exp(2.5) * Float64(n)    →    x = nudged_exp(nudged(2.5)) * nudged_Float64(n)
//! ```
//!
//! A law that holds up to rounding may change a result by more than rounding where the program itself makes much of its last digits. Whether it
//! does shows in this program: literals, conversions of integers and exponentials, which a sum in an exponent turns into, are moved by some units in
//! the last place. What is too small to have all its digits becomes zero, as the digits that are there say little.

/// What a nudged program calls.
pub const DEFINITIONS: &str = "
nudged(x) = abs(x) < floatmin(typeof(x)) ? zero(x) : x * (1 + 16 * eps(typeof(x)))
nudged_exp(x) = nudged(exp(x))
nudged_Float64(x) = nudged(Float64(x))
nudged_Float32(x) = nudged(Float32(x))
";

/// Calls that are nudged.
const CALLS: [&str; 3] = ["exp(", "Float64(", "Float32("];

/// The source with its floats nudged.
pub fn nudged(source: &str) -> String {
    let mut out = String::with_capacity(2 * source.len());
    let mut rest = source;
    // Whether the next character goes on with a name or a number.
    let mut is_inside = false;
    while let Some(first) = rest.chars().next() {
        let call = CALLS.iter().find(|call| rest.starts_with(**call));
        let length = match (is_inside, call) {
            (false, Some(call)) => {
                out.push_str("nudged_");
                out.push_str(call);
                rest = &rest[call.len()..];
                continue;
            }
            (false, None) if first.is_ascii_digit() => float(rest),
            _ => None,
        };
        if let Some(length) = length {
            out.push_str(&format!("nudged({})", &rest[..length]));
            rest = &rest[length..];
            continue;
        }
        is_inside = first.is_alphanumeric() || matches!(first, '_' | '.' | ':' | '!');
        out.push(first);
        rest = &rest[first.len_utf8()..];
    }
    out
}

/// The length of the float literal that a text begins with.
fn float(text: &str) -> Option<usize> {
    let digits = |from: usize| {
        let count = text[from..].bytes().take_while(u8::is_ascii_digit).count();
        (count > 0).then_some(from + count)
    };
    let whole = digits(0)?;
    let mut end = match text[whole..].starts_with('.') {
        true => digits(whole + 1)?,
        false => whole,
    };
    if text[end..].starts_with(['e', 'f']) {
        let sign = usize::from(text[end + 1..].starts_with(['-', '+']));
        end = digits(end + 1 + sign).unwrap_or(end);
    }
    (end > whole).then_some(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_are_nudged_and_nothing_else() {
        let source =
            "x1 = exp(2.5) + my_exp(x2[1]) + Float64(3) + v::Float32 * 1.5f0 - 2e-3 + a.b1";
        let expected = "x1 = nudged_exp(nudged(2.5)) + my_exp(x2[1]) + nudged_Float64(3) + v::Float32 * nudged(1.5f0) - nudged(2e-3) + a.b1";
        assert_eq!(nudged(source), expected);
    }
}
