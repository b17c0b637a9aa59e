//! The operator table: precedence, and which operators are special forms, unary, dotted.
//!
//! `a + b ⊕ c => d` groups by [`Level`], loosest first. Most operators exist twice, plain and dotted (`.+`), and may
//! carry a suffix (`+₁`, `⊕′`) without changing their level. Operators that are words (`in`, `isa`, `where`) are
//! names to the lexer; the parser looks for them where an operator may stand.
//!
//! Reference: the manual's table "Operator Precedence and Associativity".

use super::chars;
use crate::sym::Sym;
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// How tightly a binary operator binds, loosest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Level {
    /// Not a binary operator: `!`, `√`, `->`, `'`, `...`.
    None,
    /// `=`, `+=`, `~`; right.
    Assignment,
    /// `=>`; right.
    Pair,
    /// `? :`; right.
    Conditional,
    /// `-->`, `→`; right.
    Arrow,
    /// `||`; right.
    Or,
    /// `&&`; right.
    And,
    /// `<`, `==`, `in`, `∈`; chained.
    Comparison,
    /// `<|`; right.
    PipeLeft,
    /// `|>`; left.
    PipeRight,
    /// `:`, `..`; `a:b:c` is one call. Also postfix `...`.
    Colon,
    /// `+`, `-`, `|`; left.
    Plus,
    /// `*`, `/`, `&`; left.
    Times,
    /// `//`; left.
    Rational,
    /// `<<`; left.
    Shift,
    /// `^`; right, and tighter than a unary operator on its left.
    Power,
    /// `::`; left.
    Declaration,
    /// `.`.
    Dot,
}

impl Level {
    /// The next tighter level.
    pub fn tighter(self) -> Level {
        LEVELS[(self as usize + 1).min(LEVELS.len() - 1)]
    }

    /// Whether `a ∘ b ∘ c` is `a ∘ (b ∘ c)`.
    pub fn is_right_associative(self) -> bool {
        matches!(
            self,
            Level::Assignment
                | Level::Pair
                | Level::Conditional
                | Level::Arrow
                | Level::Or
                | Level::And
                | Level::PipeLeft
                | Level::Power
        )
    }
}

const LEVELS: [Level; 18] = [
    Level::None,
    Level::Assignment,
    Level::Pair,
    Level::Conditional,
    Level::Arrow,
    Level::Or,
    Level::And,
    Level::Comparison,
    Level::PipeLeft,
    Level::PipeRight,
    Level::Colon,
    Level::Plus,
    Level::Times,
    Level::Rational,
    Level::Shift,
    Level::Power,
    Level::Declaration,
    Level::Dot,
];

bitflags::bitflags! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Flags: u8 {
        /// A special form (`=`, `&&`, `->`): its head is the operator itself, and it cannot be a name.
        const SYNTACTIC = 1;
        /// May stand before its operand: `-x`, `√x`.
        const UNARY = 2;
        /// Both: in `[a -b]` it is taken as unary.
        const AMBIGUOUS = 4;
        const DOTTED = 8;
        const NO_SUFFIX = 16;
        /// `a + b + c` is one call of three arguments.
        const CHAINS = 32;
        /// `√` and its like: `2√x` multiplies.
        const RADICAL = 64;
    }
}

/// An operator token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operator {
    /// As written, dot and suffix included.
    pub name: Sym,
    /// How tightly it binds as a binary operator.
    pub level: Level,
    flags: Flags,
}

impl Operator {
    /// Whether it is a special form and not the name of a function.
    pub fn is_syntactic(self) -> bool {
        self.flags.contains(Flags::SYNTACTIC)
    }
    /// Whether it may stand before its operand.
    pub fn is_unary(self) -> bool {
        self.flags.contains(Flags::UNARY)
    }
    /// Whether it is both unary and binary, so that white space decides inside brackets.
    pub fn is_ambiguous(self) -> bool {
        self.flags.contains(Flags::AMBIGUOUS)
    }
    /// Whether it begins with a dot that means broadcasting.
    pub fn is_dotted(self) -> bool {
        self.flags.contains(Flags::DOTTED)
    }
    /// Whether it is a root sign, which may follow a factor without a multiplication sign.
    pub fn is_radical(self) -> bool {
        self.flags.contains(Flags::RADICAL)
    }
    /// Whether `a + b + c` is one call.
    pub fn chains(self) -> bool {
        self.flags.contains(Flags::CHAINS)
    }
}

/// Operators written with ASCII characters alone, by level. A leading `.` marks one that also exists dotted.
const ASCII: &[(Level, &str)] = &[
    (
        Level::Assignment,
        ".= .+= .-= .*= ./= .//= .\\= .^= .%= .<<= .>>= .>>>= .|= .&= .~ := $=",
    ),
    (Level::Pair, ".=>"),
    (Level::Conditional, "?"),
    (Level::Arrow, ".--> .<-- .<-->"),
    (Level::Or, ".||"),
    (Level::And, ".&&"),
    (Level::Comparison, ".> .< .>= .<= .== .=== .!= .!== .<: .>:"),
    (Level::PipeLeft, ".<|"),
    (Level::PipeRight, ".|>"),
    (Level::Colon, ": .."),
    (Level::Plus, "$ .+ .- .| .++"),
    (Level::Times, ".* ./ .% .& .\\"),
    (Level::Rational, ".//"),
    (Level::Shift, ".<< .>> .>>>"),
    (Level::Power, ".^"),
    (Level::Declaration, "::"),
    (Level::Dot, "."),
    (Level::None, "-> ' ... .!"),
];

/// Operators of one character outside ASCII, by level; all exist dotted.
const UNICODE: &[(Level, &str)] = &[
    (Level::Assignment, "≔⩴≕"),
    (
        Level::Arrow,
        "←→↔↚↛↞↠↢↣↦↤↮⇎⇍⇏⇐⇒⇔⇴⇶⇷⇸⇹⇺⇻⇼⇽⇾⇿⟵⟶⟷⟹⟺⟻⟼⟽⟾⟿⤀⤁⤂⤃⤄⤅⤆⤇⤌⤍⤎⤏⤐⤑⤔⤕⤖⤗⤘⤝⤞⤟⤠⥄⥅⥆⥇⥈⥊⥋⥎⥐⥒⥓⥖⥗⥚⥛⥞⥟⥢⥤⥦⥧⥨⥩⥪⥫⥬⥭⥰⧴⬱⬰⬲⬳⬴⬵⬶⬷⬸⬹\
         ⬺⬻⬼⬽⬾⬿⭀⭁⭂⭃⥷⭄⥺⭇⭈⭉⭊⭋⭌￩￫⇜⇝↜↝↩↪↫↬↼↽⇀⇁⇄⇆⇇⇉⇋⇌⇚⇛⇠⇢↷↶↺↻",
    ),
    (
        Level::Comparison,
        "≥≤≡≠≢∈∉∋∌⊆⊈⊂⊄⊊∝∊∍∥∦∷∺∻∽∾≁≃≂≄≅≆≇≈≉≊≋≌≍≎≐≑≒≓≖≗≘≙≚≛≜≝≞≟≣≦≧≨≩≪≫≬≭≮≯≰≱≲≳≴≵≶≷≸≹≺≻≼≽≾≿⊀⊁⊃⊅⊇⊉⊋⊏⊐⊑⊒⊜⊩⊬⊮⊰⊱⊲⊳⊴⊵⊶⊷⋍⋐⋑⋕⋖\
         ⋗⋘⋙⋚⋛⋜⋝⋞⋟⋠⋡⋢⋣⋤⋥⋦⋧⋨⋩⋪⋫⋬⋭⋲⋳⋴⋵⋶⋷⋸⋹⋺⋻⋼⋽⋾⋿⟈⟉⟒⦷⧀⧁⧡⧣⧤⧥⩦⩧⩪⩫⩬⩭⩮⩯⩰⩱⩲⩳⩵⩶⩷⩸⩹⩺⩻⩼⩽⩾⩿⪀⪁⪂⪃⪄⪅⪆⪇⪈⪉⪊⪋⪌⪍⪎⪏⪐⪑⪒⪓⪔⪕⪖⪗⪘⪙⪚\
         ⪛⪜⪝⪞⪟⪠⪡⪢⪣⪤⪥⪦⪧⪨⪩⪪⪫⪬⪭⪮⪯⪰⪱⪲⪳⪴⪵⪶⪷⪸⪹⪺⪻⪼⪽⪾⪿⫀⫁⫂⫃⫄⫅⫆⫇⫈⫉⫊⫋⫌⫍⫎⫏⫐⫑⫒⫓⫔⫕⫖⫗⫘⫙⫷⫸⫹⫺⊢⊣⟂⫪⫫",
    ),
    (Level::Colon, "…⁝⋮⋱⋰⋯"),
    (
        Level::Plus,
        "−⊕⊖⊞⊟∪∨⊔±∓∔∸≏⊎⊻⊽⋎⋓⟇⧺⧻⨈⨢⨣⨤⨥⨦⨧⨨⨩⨪⨫⨬⨭⨮⨹⨺⩁⩂⩅⩊⩌⩏⩐⩒⩔⩖⩗⩛⩝⩡⩢⩣",
    ),
    (
        Level::Times,
        "⌿÷··⋅∘×∩∧⊗⊘⊙⊚⊛⊠⊡⊓∗∙∤⅋≀⊼⋄⋆⋇⋉⋊⋋⋌⋏⋒⟑⦸⦼⦾⦿⧶⧷⨇⨰⨱⨲⨳⨴⨵⨶⨷⨸⨻⨼⨽⩀⩃⩄⩋⩍⩎⩑⩓⩕⩘⩚⩜⩞⩟⩠⫛⊍▷⨝⟕⟖⟗⨟",
    ),
    (
        Level::Power,
        "↑↓⇵⟰⟱⤈⤉⤊⤋⤒⤓⥉⥌⥍⥏⥑⥔⥕⥘⥙⥜⥝⥠⥡⥣⥥⥮⥯￪￬",
    ),
    (Level::None, "¬√∛∜"),
];

/// The longest operator in characters, suffix not counted: `.>>>=`.
const LONGEST: usize = 5;

static TABLE: LazyLock<FxHashMap<String, Operator>> = LazyLock::new(|| {
    let mut table = FxHashMap::default();
    let mut add = |text: &str, level: Level, dotted: bool| {
        let mut flags = classify(text, level);
        if dotted {
            flags |= Flags::DOTTED;
            flags.remove(Flags::CHAINS);
            if matches!(text, "$" | "&") {
                flags.remove(Flags::AMBIGUOUS);
            }
            if matches!(text, "<:" | ">:") {
                flags.remove(Flags::UNARY);
            }
        }
        let text = if dotted {
            format!(".{text}")
        } else {
            text.to_string()
        };
        let operator = Operator {
            name: Sym::new(&chars::normalize(&text)),
            level,
            flags,
        };
        table.insert(text, operator);
    };
    for &(level, list) in ASCII {
        for word in list.split(' ') {
            match word.strip_prefix('.') {
                Some(plain) if !plain.is_empty() && !plain.starts_with('.') => {
                    add(plain, level, false);
                    add(plain, level, true);
                }
                _ => add(word, level, false),
            }
        }
    }
    for &(level, list) in UNICODE {
        for c in list.chars() {
            let text = c.to_string();
            add(&text, level, false);
            add(&text, level, true);
        }
    }
    for text in ["⊻=", "÷="] {
        add(text, Level::Assignment, false);
        add(text, Level::Assignment, true);
    }
    table
});

/// Operators of one ASCII character, by that character.
static SINGLE: LazyLock<[Option<Operator>; 128]> = LazyLock::new(|| {
    let mut single = [None; 128];
    for (text, &operator) in TABLE.iter() {
        if let [byte] = text.as_bytes() {
            single[usize::from(*byte)] = Some(operator);
        }
    }
    single
});

fn classify(text: &str, level: Level) -> Flags {
    let mut flags = Flags::empty();
    let syntactic = match level {
        Level::Assignment => !matches!(text, "~" | "≔" | "⩴" | "≕"),
        Level::Or | Level::And | Level::Dot => true,
        _ => matches!(text, "-->" | "..." | "->"),
    };
    flags.set(Flags::SYNTACTIC, syntactic);
    let unary = matches!(
        text,
        "<:" | ">:" | "+" | "-" | "−" | "!" | "~" | "¬" | "√" | "∛" | "∜" | "⋆" | "±" | "∓"
    );
    flags.set(Flags::UNARY, unary);
    let ambiguous = matches!(text, "$" | "&" | "~" | "+" | "-" | "−" | "⋆" | "±" | "∓");
    flags.set(Flags::AMBIGUOUS, ambiguous);
    flags.set(Flags::RADICAL, matches!(text, "√" | "∛" | "∜"));
    flags.set(Flags::CHAINS, matches!(text, "+" | "*" | "++"));
    let plain_only = match level {
        Level::Assignment
        | Level::Conditional
        | Level::Or
        | Level::And
        | Level::Colon
        | Level::Declaration
        | Level::Dot => true,
        _ => matches!(text, "-->" | "->" | "<:" | ">:" | "$" | "'" | "..."),
    };
    flags.set(Flags::NO_SUFFIX, plain_only);
    flags
}

/// The operator that `text` is, exactly, suffix included.
pub fn lookup(text: &str) -> Option<Operator> {
    longest(text)
        .filter(|&(_, length)| length == text.len())
        .map(|(operator, _)| operator)
}

/// Whether `c` can be the first character of an operator.
pub fn starts_operator(c: char) -> bool {
    if c.is_ascii() {
        return matches!(
            c,
            '+' | '-'
                | '*'
                | '/'
                | '\\'
                | '^'
                | '%'
                | '<'
                | '>'
                | '='
                | '!'
                | '&'
                | '|'
                | '$'
                | '~'
                | ':'
                | '?'
                | '.'
                | '\''
        );
    }
    TABLE.contains_key(c.encode_utf8(&mut [0; 4]) as &str)
}

/// Whether `.` and then `c` begin one operator.
pub fn continues_dot(c: char) -> bool {
    c == '.' || c == '\'' || (!matches!(c, '$' | ':' | '?') && starts_operator(c))
}

/// The longest operator that `text` begins with, and its length in bytes.
pub fn longest(text: &str) -> Option<(Operator, usize)> {
    // Most operators have one character and white space, a name or a bracket after it.
    if let [first @ 0..128, next @ 0..128, ..] = *text.as_bytes() {
        if !starts_operator(next as char) {
            return SINGLE[usize::from(first)].map(|operator| (operator, 1));
        }
    }
    let mut ends = [0; LONGEST];
    let mut count = 0;
    for (at, c) in text.char_indices().take(LONGEST) {
        if !starts_operator(c) {
            break;
        }
        ends[count] = at + c.len_utf8();
        count += 1;
    }
    let (operator, end) = ends[..count]
        .iter()
        .rev()
        .find_map(|&end| TABLE.get(&text[..end]).map(|&found| (found, end)))?;
    if operator.flags.contains(Flags::NO_SUFFIX) {
        return Some((operator, end));
    }
    let suffix: usize = text[end..]
        .chars()
        .take_while(|&c| chars::is_operator_suffix(c))
        .map(char::len_utf8)
        .sum();
    if suffix == 0 {
        return Some((operator, end));
    }
    let end = end + suffix;
    let suffixed = Operator {
        name: Sym::new(&chars::normalize(&text[..end])),
        level: operator.level,
        flags: operator.flags & Flags::DOTTED,
    };
    Some((suffixed, end))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> (String, Level) {
        let (operator, end) = longest(text).unwrap();
        (text[..end].to_string(), operator.level)
    }

    #[test]
    fn the_longest_operator_wins() {
        for (text, found, level) in [
            ("+1", "+", Level::Plus),
            (".+₁x", ".+₁", Level::Plus),
            ("-->x", "-->", Level::Arrow),
            ("<-->x", "<-->", Level::Arrow),
            ("<-1", "<", Level::Comparison),
            (".>>>=", ".>>>=", Level::Assignment),
            ("⊻=1", "⊻=", Level::Assignment),
            ("...)", "...", Level::None),
            ("..x", "..", Level::Colon),
            (".&&", ".&&", Level::And),
            ("::T", "::", Level::Declaration),
            (":-", ":", Level::Colon),
            ("→′y", "→′", Level::Arrow),
        ] {
            assert_eq!(split(text), (found.to_string(), level), "{text}");
        }
        assert!(longest("x").is_none());
        assert_eq!(longest("−").unwrap().0.name, Sym::new("-"));
    }

    #[test]
    fn kinds() {
        assert!(lookup("=").unwrap().is_syntactic() && !lookup("~").unwrap().is_syntactic());
        assert!(lookup("√").unwrap().is_unary() && !lookup("*").unwrap().is_unary());
        assert!(lookup(".-").unwrap().is_ambiguous() && lookup(".-").unwrap().is_dotted());
        assert!(lookup("+").unwrap().chains() && !lookup(".+").unwrap().chains());
        assert!(!lookup("+₁").unwrap().is_unary());
    }
}
