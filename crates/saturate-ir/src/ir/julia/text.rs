//! Expressions as text that knows how tightly its outermost operator binds.
//!
//! ```text
//! (a + b) * c         the sum binds looser than the product
//! (a + b) + c         `a + b + c` would be one call of three arguments
//! a .+ b .* c         one broadcast; a materialised operand is kept apart: a .+ identity(b .* c)
//! ```

use crate::sym::Sym;
use crate::syntax::operators::{self, Level, Operator};

/// An expression.
#[derive(Clone, Debug)]
pub(super) struct Text {
    /// How it is written.
    pub code: String,
    /// How tightly its outermost operator binds.
    pub level: Level,
    /// The operator, where it is one.
    operator: Option<Sym>,
    /// What a broadcast that is not yet materialised is with dots: the expression, and how tightly it binds.
    dots: Option<(String, Level)>,
    /// The opposite, where there is a sign for it.
    opposite: Option<String>,
    /// Whether it is written with dots, so that dots around it would fuse with its own.
    is_dotted: bool,
}

impl Text {
    /// A name, a call, something in brackets.
    pub fn atom(code: impl Into<String>) -> Text {
        Text::new(code, Level::Dot)
    }

    /// An expression of a level.
    pub fn new(code: impl Into<String>, level: Level) -> Text {
        Text {
            code: code.into(),
            level,
            operator: None,
            dots: None,
            opposite: None,
            is_dotted: false,
        }
    }

    /// A constant: what starts with a sign needs parentheses beside an operator.
    pub fn constant(code: &str) -> Text {
        let is_signed = code.starts_with(['-', '+', '!', '~', ':', '√']);
        Text::new(code, if is_signed { Level::Pair } else { Level::Dot })
    }

    /// The text where something at least as tight as `level` must stand.
    pub fn at(&self, level: Level) -> String {
        match self.level < level {
            true => format!("({})", self.code),
            false => self.code.clone(),
        }
    }

    /// The text between commas.
    pub fn argument(&self) -> String {
        self.at(Level::Pair)
    }

    /// What is not so. Comparisons of numbers have no opposite: there is `NaN`.
    pub fn opposite(&self) -> String {
        match &self.opposite {
            Some(opposite) => opposite.clone(),
            None if self.level == Level::Dot => format!("!{}", self.code),
            None => format!("!({})", self.code),
        }
    }

    /// `materialize(self)`: with dots where the broadcast is written here.
    pub fn materialized(&self) -> Option<Text> {
        let (code, level) = self.dots.clone()?;
        Some(Text {
            is_dotted: true,
            ..Text::new(code, level)
        })
    }

    /// `target .= self`.
    pub fn materialized_into(&self, target: &Text) -> Option<Text> {
        let (code, _) = self.dots.as_ref()?;
        let code = format!("{} .= {code}", target.at(Level::Dot));
        Some(Text::new(code, Level::Assignment))
    }

    /// `self` as an operand of a broadcast.
    fn dotted_operand(&self) -> Text {
        if let Some((code, level)) = &self.dots {
            return Text::new(code.clone(), *level);
        }
        match self.is_dotted {
            true => Text::atom(format!("identity({})", self.code)),
            false => self.clone(),
        }
    }
}

/// The words between commas.
pub(super) fn list(texts: &[Text]) -> String {
    let texts: Vec<String> = texts.iter().map(Text::argument).collect();
    texts.join(", ")
}

/// `broadcasted(f, operands...)`, which is `f.(operands...)` where it is materialised.
pub(super) fn broadcast(broadcasted: &str, operands: &[Text]) -> Text {
    let mut whole = Text::atom(format!("{broadcasted}({})", list(operands)));
    let [callee, rest @ ..] = operands else {
        return whole;
    };
    let rest: Vec<Text> = rest.iter().map(Text::dotted_operand).collect();
    let dotted = match literal_power(&callee.code, &rest) {
        Some((base, exponent)) => infix("^", ".^", &[base, exponent]),
        None => match operator_in(&callee.code) {
            Some(operator) if rest.len() == 2 => infix(
                operator.name.as_str(),
                &format!(".{}", operator.name),
                &rest,
            ),
            // A name, or a way to one.
            _ if callee.level == Level::Dot && is_path(&callee.code) => {
                Some(Text::atom(format!("{}.({})", callee.code, list(&rest))))
            }
            _ => None,
        },
    };
    whole.dots = dotted.map(|text| (text.code, text.level));
    whole
}

/// Whether a text is a name behind names.
fn is_path(text: &str) -> bool {
    text.split('.').all(super::is_identifier)
}

/// Base and exponent of `literal_pow(^, base, Val{n}())`; `callee` is the function, `operands` what it is given.
pub(super) fn literal_power(callee: &str, operands: &[Text]) -> Option<(Text, Text)> {
    let [power, base, exponent] = operands else {
        return None;
    };
    let digits = exponent.code.strip_prefix("Val{")?.strip_suffix("}()")?;
    let is_number = digits.parse::<i64>().is_ok();
    let is_power = matches!(callee, "Base.literal_pow" | "literal_pow") && power.code == "(^)";
    (is_power && is_number).then(|| (base.clone(), Text::atom(digits)))
}

/// The operator in `(+)`.
fn operator_in(callee: &str) -> Option<Operator> {
    let name = callee.strip_prefix('(')?.strip_suffix(')')?;
    operators::lookup(name).filter(|it| !it.is_syntactic() && !it.is_dotted())
}

/// A call of an ordinary function: `f(a, b)`, or `a + b` where it is an operator.
pub(super) fn call(callee: &Text, args: &[Text]) -> Text {
    if let Some(operator) = operator_in(&callee.code) {
        let name = operator.name.as_str();
        // `x^2` with a literal means something else: `literal_pow`.
        let is_literal = |text: &Text| {
            let digits = text.code.trim_start_matches(['-', '(']);
            digits.starts_with(|c: char| c.is_ascii_digit())
        };
        let mut args = args.to_vec();
        if let ("^", [_, b]) = (name, &mut args[..]) {
            if is_literal(b) {
                *b = Text::atom(format!("identity({})", b.code));
            }
        }
        if let Some(text) = infix(name, name, &args) {
            return text;
        }
        if let (true, [a]) = (operator.is_unary(), &args[..]) {
            let is_plain = a.level == Level::Dot
                && a.code.starts_with(|c: char| c.is_alphabetic() || c == '_')
                && !matches!(name, "~");
            let code = match is_plain {
                true => format!("{name}{}", a.code),
                false => format!("{name}({})", a.code),
            };
            return Text::new(code, Level::Shift);
        }
        return Text::atom(format!("{}({})", callee.code, list(&args)));
    }
    Text::atom(format!("{}({})", callee.at(Level::Dot), list(args)))
}

/// `value isa ty`.
pub(super) fn is_a(value: &Text, ty: &Text) -> Text {
    let tighter = Level::Comparison.tighter();
    let code = format!("{} isa {}", value.at(tighter), ty.at(tighter));
    Text::new(code, Level::Comparison)
}

/// `a sign b`, where `sign` is the operator `name` or its dotted form.
pub(super) fn infix(name: &str, sign: &str, args: &[Text]) -> Option<Text> {
    let operator = operators::lookup(name)?;
    let (level, tighter) = (operator.level, operator.level.tighter());
    let is_dotted = name != sign;
    let chains = operator.chains() && !is_dotted;
    if level == Level::None || args.len() < 2 || (args.len() > 2 && !chains) {
        return None;
    }
    let own = Sym::new(sign);
    let left = |text: &Text| match () {
        () if level == Level::Comparison || level.is_right_associative() => text.at(tighter),
        // `a + b + c` would be one call.
        () if chains && (text.operator == Some(own) || args.len() > 2) => text.at(tighter),
        () => text.at(level),
    };
    let right = |text: &Text| {
        let is_number = text.code.starts_with('-')
            && text.code[1..].starts_with(|c: char| c.is_ascii_digit())
            && text.code[1..]
                .chars()
                .all(|c| c.is_ascii_digit() || c == '.');
        match () {
            () if is_number && level < Level::Power => text.code.clone(),
            () if level.is_right_associative() => text.at(level),
            () => text.at(tighter),
        }
    };
    let mut code = left(&args[0]);
    // Powers stand close, and so do ranges of simple things; `2.^x` is no dot.
    let is_simple = |text: &Text| text.level == Level::Dot && !text.code.contains(' ');
    let is_close = match level {
        Level::Power => !is_dotted,
        Level::Colon => args.iter().all(is_simple),
        _ => false,
    };
    for text in &args[1..] {
        match is_close {
            true => code.push_str(sign),
            false => {
                code.push(' ');
                code.push_str(sign);
                code.push(' ');
            }
        }
        code.push_str(&right(text));
    }
    let mut text = Text::new(code, level);
    if let ("===", [a, b]) = (sign, args) {
        text.opposite = Some(format!("{} !== {}", left(a), right(b)));
    }
    text.operator = Some(own);
    Some(text)
}
