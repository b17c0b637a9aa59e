//! Output.

use super::super::exception::method_error;
use super::super::kind::Kind;
use super::super::machine::{Machine, Native, Outcome, Thrown};
use super::super::value::{Fields, Value};
use super::super::{show, show_array, show_error};

/// Natives of this file.
pub const NATIVES: &[(&str, Native)] = &[
    ("print", |m, args| print(m, args, "")),
    ("println", |m, args| print(m, args, "\n")),
    ("show", show_native),
    ("display", |m, args| match args {
        [x] => {
            let text = show_array::display(m, x)?;
            m.write_output(&(text + "\n"), false);
            Ok(Value::Nothing)
        }
        _ => Err(method_error(m, "display", args)),
    }),
    ("showerror", |m, args| match args {
        [io, exception, ..] => {
            let text = show_error::message(m, exception);
            write(m, io, text.as_bytes())
        }
        _ => Err(method_error(m, "showerror", args)),
    }),
    ("sprint", |m, args| match args {
        [f, rest @ ..] => {
            let io = show::buffer(m);
            m.call(f, &[std::slice::from_ref(&io), rest].concat())?;
            take(m, &[io])
        }
        _ => Err(method_error(m, "sprint", args)),
    }),
    ("summary", |m, args| match args {
        [x] => show_array::summary(m, x).map(Value::string),
        _ => Err(method_error(m, "summary", args)),
    }),
    ("write", |m, args| match args {
        [io, rest @ ..] => {
            let text = m.call_named("string", rest)?;
            let len = match &text {
                Value::Str(bytes) => bytes.len(),
                _ => 0,
            };
            print(m, &[io.clone(), text], "")?;
            Ok(len.into())
        }
        _ => Err(method_error(m, "write", args)),
    }),
    ("flush", |_, _| Ok(Value::Nothing)),
    ("IOBuffer", |m, _| Ok(show::buffer(m))),
    ("take!", take_bytes),
];

fn is_stream(value: &Value) -> bool {
    matches!(value.kind(), Kind::Stdout | Kind::Stderr | Kind::IOBuffer)
}

fn write(m: &mut dyn Machine, io: &Value, bytes: &[u8]) -> Outcome {
    match io {
        Value::Object(object) => match (&object.fields, object.kind) {
            (Fields::Buffer(buffer), _) => buffer.borrow_mut().extend_from_slice(bytes),
            (_, kind) => m.write_output(&String::from_utf8_lossy(bytes), kind == Kind::Stderr),
        },
        _ => return Err(method_error(m, "write", std::slice::from_ref(io))),
    }
    Ok(Value::Nothing)
}

/// `print([io], xs...)`: everything is formatted before anything is written, so an exception leaves no half line.
fn print(m: &mut dyn Machine, args: &[Value], end: &str) -> Outcome {
    let (io, items) = match args {
        [io, items @ ..] if is_stream(io) => (Some(io), items),
        items => (None, items),
    };
    let mut out = Vec::new();
    for item in items {
        out.extend_from_slice(&show::print_bytes(m, item)?);
    }
    out.extend_from_slice(end.as_bytes());
    match io {
        Some(io) => write(m, io, &out),
        None => {
            m.write_output(&String::from_utf8_lossy(&out), false);
            Ok(Value::Nothing)
        }
    }
}

/// `show(x)`, `show(io, x)` and `show(io, MIME("text/plain"), x)`.
fn show_native(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [x] => {
            let text = show::repr(m, x)?;
            m.write_output(&text, false);
            Ok(Value::Nothing)
        }
        [io, x] if is_stream(io) => {
            let text = show::repr(m, x)?;
            write(m, io, text.as_bytes())
        }
        [io, _, x] if is_stream(io) => {
            let text = show_array::display(m, x)?;
            write(m, io, text.as_bytes())
        }
        _ => Err(method_error(m, "show", args)),
    }
}

fn drain(m: &mut dyn Machine, args: &[Value]) -> Result<Vec<u8>, Thrown> {
    match args {
        [Value::Object(object)] => match &object.fields {
            Fields::Buffer(bytes) => Ok(std::mem::take(&mut *bytes.borrow_mut())),
            _ => Err(method_error(m, "take!", args)),
        },
        _ => Err(method_error(m, "take!", args)),
    }
}

fn take(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    drain(m, args).map(Value::string)
}

fn take_bytes(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let bytes = drain(m, args)?;
    let values = bytes
        .into_iter()
        .map(|byte| Value::int(super::super::value::IntKind::U8, byte as i128))
        .collect();
    Ok(super::super::array::Array::vector(
        m.types(),
        crate::types::ty::uint8(),
        values,
    ))
}
