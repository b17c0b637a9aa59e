//! Numeric literals: where they end, and what they are.
//!
//! `1_000` is an `Int64`, `0x1f` a `UInt8` by its number of digits, `1.5e3` a `Float64`, `1.5f3` a `Float32`,
//! `0x1p-3` a hexadecimal `Float64`. What does not fit becomes a call of a string macro, as in Julia:
//! `170141183460469231731687303715884105728` is `big"…"`.

use super::operators;

/// The value of a numeric literal.
#[derive(Clone, Debug, PartialEq)]
pub enum Number {
    /// Decimal, fits in 64 bits.
    Int(i64),
    /// Width in bits and value.
    UInt(u8, u128),
    /// With a `.`, an `e`, or a `p`.
    Float64(f64),
    /// With an `f`.
    Float32(f32),
    /// Too large: the name of the string macro that reads it, and its text.
    Large(&'static str, String),
}

#[derive(Clone, Copy, PartialEq)]
enum Base {
    Decimal,
    Hexadecimal,
    Octal,
    Binary,
}

impl Base {
    fn has(self, byte: u8) -> bool {
        match self {
            Base::Decimal => byte.is_ascii_digit(),
            Base::Hexadecimal => byte.is_ascii_hexdigit(),
            Base::Octal => (b'0'..=b'7').contains(&byte),
            Base::Binary => matches!(byte, b'0' | b'1'),
        }
    }
}

struct Scan<'a> {
    text: &'a str,
    at: usize,
    base: Base,
}

type Fault = (usize, String);

impl Scan<'_> {
    fn byte(&self, ahead: usize) -> u8 {
        *self.text.as_bytes().get(self.at + ahead).unwrap_or(&0)
    }

    fn char(&self, ahead: usize) -> Option<char> {
        self.text.get(self.at + ahead..)?.chars().next()
    }

    fn digits(&mut self, underscores: bool) -> usize {
        let start = self.at;
        loop {
            if self.base.has(self.byte(0))
                || (underscores
                    && self.at > start
                    && self.byte(0) == b'_'
                    && self.base.has(self.byte(1)))
            {
                self.at += 1;
            } else {
                return self.at - start;
            }
        }
    }

    fn fault<T>(&mut self) -> Result<T, Fault> {
        self.at += self.char(0).map_or(0, char::len_utf8);
        let text = &self.text[..self.at];
        Err((self.at, format!("invalid numeric constant `{text}`")))
    }
}

/// The length of the number that `text` begins with.
pub fn scan(text: &str) -> Result<usize, Fault> {
    let mut scan = Scan {
        text,
        at: 0,
        base: Base::Decimal,
    };
    let mut fraction = text.starts_with('.');
    if fraction {
        scan.at = 1;
        scan.digits(true);
    } else {
        scan.base = base(text);
        if scan.base != Base::Decimal {
            scan.at = 2;
        }
        // A hexadecimal float may begin with its point: `0x.8p0`.
        let whole = scan.digits(true);
        if whole == 0 && !(scan.base == Base::Hexadecimal && scan.byte(0) == b'.') {
            return scan.fault();
        }
        let based = matches!(scan.base, Base::Octal | Base::Binary);
        if scan.byte(0) == b'.' && !based {
            match scan.char(1) {
                Some('.') if whole == 0 => return scan.fault(),
                Some('.') => {}
                Some(c) if operators::continues_dot(c) => {
                    let length = scan.at + 1;
                    let text = &text[..length];
                    let fault = format!("`{text}{c}` is ambiguous: put a space before the `.`");
                    return Err((length, fault));
                }
                _ => {
                    fraction = true;
                    scan.at += 1;
                    if scan.byte(0) == b'_' {
                        return scan.fault();
                    }
                    if scan.digits(true) + whole == 0 {
                        return scan.fault();
                    }
                }
            }
        }
    }
    let mark = scan.byte(0);
    let exponent = match scan.base {
        Base::Hexadecimal => matches!(mark, b'p' | b'P'),
        Base::Decimal => matches!(mark, b'e' | b'E' | b'f'),
        _ => false,
    };
    // U+2212 is a minus sign too.
    let sign = match scan.char(1) {
        Some(c @ ('+' | '-' | '\u{2212}')) => c.len_utf8(),
        _ => 0,
    };
    if exponent && (sign > 0 || scan.byte(1).is_ascii_digit()) {
        scan.at += 1 + sign;
        let base = std::mem::replace(&mut scan.base, Base::Decimal);
        if scan.digits(false) == 0 {
            return scan.fault();
        }
        scan.base = base;
        fraction = true;
    } else if scan.base == Base::Hexadecimal && fraction {
        let why = "a hexadecimal float needs an exponent: `p` and a decimal number";
        return Err((scan.at, why.into()));
    }
    if scan.base != Base::Decimal && !fraction {
        let next = scan.char(0);
        if next.is_some_and(|c| c.is_ascii_digit() || super::chars::starts_name(c)) {
            return scan.fault();
        }
    }
    let second_point = fraction && scan.byte(0) == b'.';
    if second_point && !scan.char(1).is_some_and(operators::continues_dot) {
        return scan.fault();
    }
    if text[..scan.at].ends_with('.') {
        let next = scan.char(0);
        if next.is_some_and(|c| super::chars::starts_name(c) || "([{@`~\"".contains(c)) {
            let text = &text[..scan.at];
            let why = format!(
                "`{text}` cannot be multiplied with what follows, because it ends with a `.`"
            );
            return Err((scan.at, why));
        }
    }
    Ok(scan.at)
}

fn base(text: &str) -> Base {
    match text.as_bytes() {
        [b'0', b'x', ..] => Base::Hexadecimal,
        [b'0', b'o', ..] => Base::Octal,
        [b'0', b'b', ..] => Base::Binary,
        _ => Base::Decimal,
    }
}

/// The value of a literal that [`scan`] accepted, negated if `negative` (only decimal ones and floats can be).
pub fn value(text: &str, negative: bool) -> Result<Number, String> {
    let base = base(text);
    let mut digits = String::with_capacity(text.len() + 1);
    if negative {
        digits.push('-');
    }
    digits.extend(text.chars().filter(|&c| c != '_').map(|c| match c {
        '\u{2212}' => '-',
        c => c,
    }));
    let overflow = || format!("overflow in numeric constant `{text}`");
    match base {
        Base::Decimal => {
            if digits.contains('f') {
                // Julia reads a `Float64` and rounds it once more.
                let wide: f64 = digits.replace('f', "e").parse().map_err(|_| overflow())?;
                let narrow = wide as f32;
                return if narrow.is_infinite() {
                    Err(overflow())
                } else {
                    Ok(Number::Float32(narrow))
                };
            }
            if digits.contains(['.', 'e', 'E']) {
                let value: f64 = digits.parse().map_err(|_| overflow())?;
                return if value.is_infinite() {
                    Err(overflow())
                } else {
                    Ok(Number::Float64(value))
                };
            }
            Ok(if let Ok(value) = digits.parse::<i64>() {
                Number::Int(value)
            } else if digits.parse::<i128>().is_ok() {
                Number::Large("@int128_str", digits)
            } else {
                Number::Large("@big_str", digits)
            })
        }
        Base::Hexadecimal if digits.contains(['.', 'p', 'P']) => {
            let value = hexadecimal_float(digits.trim_start_matches('-'));
            if value.is_infinite() {
                return Err(overflow());
            }
            Ok(Number::Float64(if negative { -value } else { value }))
        }
        Base::Hexadecimal => Ok(unsigned(&digits, 16, 4)),
        Base::Binary => Ok(unsigned(&digits, 2, 1)),
        Base::Octal => Ok(unsigned(&digits, 8, 3)),
    }
}

/// An unsigned literal is as wide as its digits, an octal one without leading zero as its value.
fn unsigned(text: &str, radix: u32, bits_per_digit: usize) -> Number {
    let text = text.trim_start_matches('-');
    let digits = &text[2..];
    let value = u128::from_str_radix(digits, radix).ok();
    let by_value = radix == 8 && !digits.starts_with('0');
    let bits = match value {
        Some(value) if by_value => (128 - value.leading_zeros() as usize).max(1),
        _ => (digits.len() - 1) * bits_per_digit + 1,
    };
    match (value, bits) {
        (Some(value), 0..=8) => Number::UInt(8, value),
        (Some(value), 9..=16) => Number::UInt(16, value),
        (Some(value), 17..=32) => Number::UInt(32, value),
        (Some(value), 33..=64) => Number::UInt(64, value),
        (Some(_), 65..=128) => Number::Large("@uint128_str", text.to_string()),
        _ => Number::Large("@big_str", text.to_string()),
    }
}

/// `0x1.8p3` is 12.0. Digits beyond 64 bits only decide rounding.
fn hexadecimal_float(text: &str) -> f64 {
    let (mantissa, exponent) = text[2..]
        .split_once(['p', 'P'])
        .unwrap_or((&text[2..], "0"));
    let mut exponent: i64 = exponent.parse().unwrap_or_else(|_| {
        if exponent.starts_with('-') {
            i64::from(i32::MIN)
        } else {
            i64::from(i32::MAX)
        }
    });
    let mut value: u64 = 0;
    let mut point = false;
    for c in mantissa.chars() {
        let Some(digit) = c.to_digit(16) else {
            point = true;
            continue;
        };
        if value >> 60 == 0 {
            value = value << 4 | u64::from(digit);
            exponent -= if point { 4 } else { 0 };
        } else {
            value |= u64::from(digit != 0);
            exponent += if point { 0 } else { 4 };
        }
    }
    let mut result = value as f64;
    // In steps, because 2^exponent alone may leave the range of a float where the product does not.
    exponent = exponent.clamp(-4000, 4000);
    while exponent != 0 && result != 0.0 && result.is_finite() {
        let step = exponent.clamp(-1000, 1000);
        result *= 2f64.powi(step as i32);
        exponent -= step;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_end_where_julia_ends_them() {
        for (text, literal) in [
            ("1_000x", "1_000"),
            ("1..2", "1"),
            ("1.5e3+", "1.5e3"),
            ("2e", "2"),
            ("1f0", "1f0"),
            ("0x1p-3", "0x1p-3"),
            ("0xff+1", "0xff"),
            ("1.0.+2", "1.0"),
            ("1_", "1"),
            ("1.", "1."),
            (".5x", ".5"),
        ] {
            assert_eq!(
                scan(text).map(|length| &text[..length]),
                Ok(literal),
                "{text}"
            );
        }
        for text in [
            "1.+2", "1.x", "0b12", "0x", "1e+", "0x1.8", "1.2.3", "0xfg", "1._5", "0x..1", "0x.p1",
        ] {
            assert!(scan(text).is_err(), "{text}");
        }
    }

    #[test]
    fn values() {
        for (text, number) in [
            ("1_000", Number::Int(1000)),
            ("0x1f", Number::UInt(8, 31)),
            ("0x01f", Number::UInt(16, 31)),
            ("0b101", Number::UInt(8, 5)),
            ("0o777", Number::UInt(16, 511)),
            ("0o0777", Number::UInt(16, 511)),
            ("1.5e3", Number::Float64(1500.0)),
            ("1.5f3", Number::Float32(1500.0)),
            ("0x1.8p3", Number::Float64(12.0)),
            ("0x1p-1074", Number::Float64(5e-324)),
            (
                "9223372036854775808",
                Number::Large("@int128_str", "9223372036854775808".into()),
            ),
            (
                "0x00000000000000001",
                Number::Large("@uint128_str", "0x00000000000000001".into()),
            ),
        ] {
            assert_eq!(value(text, false), Ok(number), "{text}");
        }
        assert_eq!(
            value("9223372036854775808", true),
            Ok(Number::Int(i64::MIN))
        );
        assert!(value("1e999", false).is_err() && value("1f99", false).is_err());
    }
}
