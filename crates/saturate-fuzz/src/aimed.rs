//! Inputs on both sides of a guard's boundaries.
//!
//! A guard picks by the sizes of the arguments. So of an input, each size that occurs in it is replaced by others, everywhere where it occurs
//! (what fits together still does), until the guard picks another variant; the inputs before and behind that are run as well.
//!
//! ```text
//! f(v, w)  with 3 and 3 elements, guard 100 * length(v) <= 600       5 and 5: the first      7 and 7: the second
//! ```

use crate::case::{Datum, Input};
use saturate::sizes::choose::Compared;
use saturate::sizes::terms::{Origin, Symbol, Terms};

/// Sizes that are tried, from 0.
const SIZES: usize = 14;

/// Inputs for one input, at most.
const MOST: usize = 6;

/// The inputs. `own` is 1 if the first parameter is the function itself.
pub fn at_boundaries(input: &Input, own: u32, guard: &(Terms, Compared)) -> Vec<Input> {
    let mut sizes: Vec<usize> = input.iter().flat_map(sizes_of).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let mut found: Vec<Input> = Vec::new();
    for size in sizes {
        let resized: Vec<Input> = (0..SIZES)
            .map(|other| {
                input
                    .iter()
                    .map(|datum| resize(datum, size, other))
                    .collect()
            })
            .collect();
        let picks: Vec<usize> = resized
            .iter()
            .map(|input| pick(input, own, guard))
            .collect();
        for at in (1..SIZES).filter(|&at| picks[at] != picks[at - 1]) {
            found.extend([resized[at - 1].clone(), resized[at].clone()]);
        }
    }
    found.dedup();
    found.retain(|of| of != input);
    found.truncate(MOST);
    found
}

/// The variant that the guard picks.
pub fn pick(input: &Input, own: u32, (terms, compared): &(Terms, Compared)) -> usize {
    let known = |(symbol, origin): (Symbol, Origin)| Some((symbol, size(input, own, origin)?));
    compared.pick(&terms.evaluate(&terms.symbols().filter_map(known).collect()))
}

/// What a guard or a claim asks of the arguments.
pub fn size(input: &Input, own: u32, origin: Origin) -> Option<f64> {
    let argument = |param: u32| param.checked_sub(own).and_then(|at| input.get(at as usize));
    match origin {
        Origin::Size(param, dimension) => {
            let datum = match argument(param)? {
                Datum::SameAs(at) => input.get(*at)?,
                datum => datum,
            };
            let size = *sizes_of(datum).get(dimension as usize - 1)?;
            Some(size as f64)
        }
        Origin::Value(param) => match argument(param)? {
            Datum::Int(value) => Some(*value as f64),
            _ => None,
        },
        Origin::Unknown => None,
    }
}

/// The sizes of an array.
fn sizes_of(datum: &Datum) -> Vec<usize> {
    match datum {
        Datum::Vec(items) => vec![items.len()],
        Datum::FVec(items) => vec![items.len()],
        Datum::Bytes(items) => vec![items.len()],
        Datum::Mat(_) => vec![2, 2],
        Datum::FMat(sizes, _) => sizes.to_vec(),
        _ => Vec::new(),
    }
}

/// The argument with another size wherever it has this one; its elements come again and again.
fn resize(datum: &Datum, size: usize, other: usize) -> Datum {
    fn again<T: Copy>(items: &[T], first: T, count: usize) -> Vec<T> {
        let items = if items.is_empty() {
            &[first][..]
        } else {
            items
        };
        items.iter().copied().cycle().take(count).collect()
    }
    match datum {
        Datum::Vec(items) if items.len() == size => Datum::Vec(again(items, 1, other)),
        Datum::FVec(items) if items.len() == size => Datum::FVec(again(items, 1.0, other)),
        Datum::Bytes(items) if items.len() == size => Datum::Bytes(again(items, 1, other)),
        Datum::FMat(sizes, items) if sizes.contains(&size) => {
            let sizes = sizes.map(|of| if of == size { other } else { of });
            Datum::FMat(sizes, again(items, 1.0, sizes[0] * sizes[1]))
        }
        datum => datum.clone(),
    }
}
