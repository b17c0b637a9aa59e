//! Which characters may stand in a name, follow an operator, or count as white space.
//!
//! Julia decides by Unicode general category plus short lists of its own: `x₁`, `∂f`, `Δ`, `ŷ` and `∑` are names,
//! `+₁` is an operator with a suffix, `⊕` is an operator and never part of a name. Names are compared after
//! normalisation to NFC, with a few look-alikes mapped to one code point (`µ` to `μ`).
//!
//! Reference: the manual's section "Allowed Variable Names".

use std::borrow::Cow;
use unicode_normalization::{is_nfc_quick, IsNormalized, UnicodeNormalization};
use unicode_properties::{GeneralCategory as Category, UnicodeGeneralCategory};

/// Whether a name may begin with `c`.
pub fn starts_name(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphabetic() || c == '_';
    }
    c >= '\u{a1}' && starts_name_by_category(c, c.general_category())
}

/// Whether a name may go on with `c`. A `!` may, but not before `=`, which only the lexer can see.
pub fn continues_name(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphanumeric() || c == '_' || c == '!';
    }
    if c < '\u{a1}' {
        return false;
    }
    let category = c.general_category();
    starts_name_by_category(c, category)
        || matches!(
            category,
            Category::NonspacingMark
                | Category::SpacingMark
                | Category::EnclosingMark
                | Category::DecimalNumber
                | Category::OtherNumber
                | Category::ConnectorPunctuation
                | Category::ModifierSymbol
        )
        || matches!(c, '\u{2032}'..='\u{2037}' | '\u{2057}')
}

fn starts_name_by_category(c: char, category: Category) -> bool {
    match category {
        Category::UppercaseLetter
        | Category::LowercaseLetter
        | Category::TitlecaseLetter
        | Category::ModifierLetter
        | Category::OtherLetter
        | Category::LetterNumber
        | Category::CurrencySymbol => true,
        // Arrows are operators, whatever their category.
        Category::OtherSymbol => !('\u{2190}'..='\u{21ff}').contains(&c),
        _ => is_mathematical_name(c),
    }
}

/// Symbols that mathematicians use as names although Unicode files them under mathematical symbols.
fn is_mathematical_name(c: char) -> bool {
    matches!(c,
        '⅀'..='⅄' | '∿' | '⊾' | '⊿' | '⊤' | '⊥'
        | '∂' | '∅'..='∇' | '∎'..='∑' | '∞' | '∟' | '∫'..='∳'
        | '⋀'..='⋃' | '◸'..='◿' | '♯' | '⟘' | '⟙' | '⟀' | '⟁' | '⦰'..='⦴'
        | '⨀'..='⨆' | '⨉'..='⨖' | '⨛' | '⨜'
        // Styled nabla and partial.
        | '𝛁' | '𝛛' | '𝛻' | '𝜕' | '𝜵' | '𝝏' | '𝝯' | '𝞉' | '𝞩' | '𝟃'
        // Raised and lowered `+-=()`.
        | '\u{207a}'..='\u{207e}' | '\u{208a}'..='\u{208e}'
        // Angles.
        | '∠'..='∢' | '⦛'..='⦯'
        // Unicode's Other_ID_Start.
        | '℘' | '℮' | '\u{309b}'..='\u{309c}'
        // Bold and double-struck digits.
        | '\u{1d7ce}'..='\u{1d7e1}')
}

/// Whether `c` may follow an operator and be part of it: primes, raised and lowered letters, combining marks.
pub fn is_operator_suffix(c: char) -> bool {
    if c < '\u{a1}' {
        return false;
    }
    const SUFFIXES: &str = "²³¹ʰʲʳʷʸˡˢˣᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁᵂᵃᵇᵈᵉᵍᵏᵐᵒᵖᵗᵘᵛᵝᵞᵟᵠᵡᵢᵣᵤᵥᵦᵧᵨᵩᵪᶜᶠᶥᶦᶫᶰᶸᶻᶿ\
        ′″‴‵‶‷⁗⁰ⁱ⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₒₓₕₖₗₘₙₚₛₜⱼⱽ";
    SUFFIXES.contains(c)
        || matches!(
            c.general_category(),
            Category::NonspacingMark | Category::SpacingMark | Category::EnclosingMark
        )
}

/// White space between tokens, the newline not among it. A byte-order mark counts.
pub fn is_space(c: char) -> bool {
    matches!(
        c,
        ' ' | '\t'
            | '\u{b}'
            | '\u{c}'
            | '\r'
            | '\u{85}'
            | '\u{a0}'
            | '\u{1680}'
            | '\u{180e}'
            | '\u{2000}'
            ..='\u{200a}'
                | '\u{2028}'
                | '\u{2029}'
                | '\u{202f}'
                | '\u{205f}'
                | '\u{3000}'
                | '\u{feff}'
    )
}

/// Characters that can be seen only by their effect; the message names them by number.
pub fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{2061}' | '\u{ad}' | '\u{115f}'
    ) || c.is_control()
}

/// A name as Julia compares it.
pub fn normalize(name: &str) -> Cow<'_, str> {
    fn same(c: char) -> char {
        match c {
            '\u{25b}' => 'ε',
            '\u{b5}' => 'μ',
            '\u{b7}' | '\u{387}' => '\u{22c5}',
            '\u{2212}' => '-',
            other => other,
        }
    }
    let mapped = name.chars().all(|c| same(c) == c);
    if mapped && is_nfc_quick(name.chars()) == IsNormalized::Yes {
        return Cow::Borrowed(name);
    }
    Cow::Owned(name.chars().map(same).nfc().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_suffixes() {
        for c in ['x', '_', 'α', '∂', '∑', '€', '𝟙', '∞'] {
            assert!(starts_name(c), "{c}");
        }
        for c in ['1', '!', '₁', '′', '\u{302}'] {
            assert!(continues_name(c) && (c == '₁' || !starts_name(c)), "{c}");
        }
        for c in ['⊕', '→', '+', '(', '…', '×', '\0', '\u{200b}'] {
            assert!(!continues_name(c), "{c}");
        }
        assert!(is_operator_suffix('₁') && is_operator_suffix('′') && !is_operator_suffix('a'));
        assert_eq!(normalize("µ\u{25b}e\u{301}"), "μεé");
    }
}
