//! Floats as Julia writes them: the shortest digits that read back, with an exponent outside `1e-4 .. 1e6`.
//!
//! ```text
//! 100000.0   1.0e6   0.0001   1.0e-5   NaN   -Inf   1.5f0   1.0f-10
//! ```

/// How a float is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// All digits; a `Float32` shows its type.
    Show,
    /// All digits; a `Float32` looks like a `Float64`.
    Print,
    /// Six significant digits, as in the columns of a matrix.
    Compact,
}

/// A `Float64`.
pub fn double(x: f64, style: Style) -> String {
    special(x, "").unwrap_or_else(|| {
        let scientific = match style {
            Style::Compact => shorten(format!("{x:.5e}")),
            _ => format!("{x:e}"),
        };
        layout(&scientific, 'e')
    })
}

/// A `Float32`.
pub fn single(x: f32, style: Style) -> String {
    let suffix = if style == Style::Show { "32" } else { "" };
    special(x as f64, suffix).unwrap_or_else(|| {
        let scientific = match style {
            Style::Compact => shorten(format!("{x:.5e}")),
            _ => format!("{x:e}"),
        };
        match style {
            Style::Show => {
                let text = layout(&scientific, 'f');
                if text.contains('f') {
                    text
                } else {
                    text + "f0"
                }
            }
            _ => layout(&scientific, 'e'),
        }
    })
}

fn special(x: f64, suffix: &str) -> Option<String> {
    if x.is_nan() {
        Some(format!("NaN{suffix}"))
    } else if x.is_infinite() {
        Some(format!("{}Inf{suffix}", if x < 0.0 { "-" } else { "" }))
    } else {
        None
    }
}

/// Drops the zeros that a fixed number of digits has at the end.
fn shorten(scientific: String) -> String {
    match scientific.split_once('e') {
        Some((digits, exponent)) if digits.contains('.') => {
            format!(
                "{}e{exponent}",
                digits.trim_end_matches('0').trim_end_matches('.')
            )
        }
        _ => scientific,
    }
}

fn layout(scientific: &str, mark: char) -> String {
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let (sign, mantissa) = match mantissa.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", mantissa),
    };
    let digits: String = mantissa.chars().filter(|c| *c != '.').collect();
    if !(-4..6).contains(&exponent) {
        let (first, rest) = digits.split_at(1);
        let rest = if rest.is_empty() { "0" } else { rest };
        return format!("{sign}{first}.{rest}{mark}{exponent}");
    }
    if exponent < 0 {
        return format!("{sign}0.{}{digits}", "0".repeat(-exponent as usize - 1));
    }
    let whole = exponent as usize + 1;
    if digits.len() <= whole {
        format!("{sign}{digits}{}.0", "0".repeat(whole - digits.len()))
    } else {
        format!("{sign}{}.{}", &digits[..whole], &digits[whole..])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubles_print_as_in_julia() {
        for (x, text) in [
            (1.0, "1.0"),
            (-0.0, "-0.0"),
            (0.1 + 0.2, "0.30000000000000004"),
            (1e5, "100000.0"),
            (1e6, "1.0e6"),
            (123456789.0, "1.23456789e8"),
            (1e-4, "0.0001"),
            (1e-5, "1.0e-5"),
            (5e-324, "5.0e-324"),
            (1e100, "1.0e100"),
            (f64::NAN, "NaN"),
            (f64::NEG_INFINITY, "-Inf"),
        ] {
            assert_eq!(double(x, Style::Show), text);
        }
        assert_eq!(
            double(-std::f64::consts::FRAC_1_SQRT_2, Style::Compact),
            "-0.707107"
        );
        assert_eq!(double(300.0, Style::Compact), "300.0");
    }

    #[test]
    fn singles_show_their_type() {
        assert_eq!(single(1.5, Style::Show), "1.5f0");
        assert_eq!(single(1e-10, Style::Show), "1.0f-10");
        assert_eq!(single(1e-10, Style::Print), "1.0e-10");
        assert_eq!(single(123456.7, Style::Show), "123456.7f0");
        assert_eq!(single(f32::NAN, Style::Show), "NaN32");
    }
}
