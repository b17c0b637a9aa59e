//! Arguments of a run: values of the host, made of what a case says of them.

use crate::case::{Datum, Input};
use crate::session::Session;
use saturate::sym::Sym;
use saturate_embedded::interp::array::{Array, Storage};
use saturate_embedded::interp::{IntKind, Object, Value};
use smallvec::smallvec;

impl Session {
    /// The arguments of a run, new ones each time.
    pub(crate) fn arguments(&mut self, input: &Input) -> Result<Vec<Value>, String> {
        let mut args: Vec<Value> = Vec::with_capacity(input.len());
        for datum in input {
            let value = match datum {
                Datum::Int(x) => Value::Int64(*x),
                Datum::Bool(x) => Value::Bool(*x),
                Datum::Float(x) => Value::Float64(*x),
                Datum::Small(x) => Value::Int(IntKind::I8, i64::from(*x)),
                Datum::Byte(x) => Value::Int(IntKind::U8, i64::from(*x)),
                Datum::Single(x) => Value::Float32(*x),
                Datum::Missing => Value::Missing,
                Datum::Vec(items) => self.ints(items),
                Datum::Bytes(items) => {
                    let byte = |&item: &u8| Some(Value::Int(IntKind::U8, i64::from(item)));
                    let storage = Storage::Values(items.iter().map(byte).collect());
                    let types = self.host.type_table();
                    let ty = IntKind::U8.ty();
                    Value::Array(Array::new(types, ty, smallvec![items.len()], storage))
                }
                Datum::Mat(items) => {
                    let int = saturate_embedded::types::ty::int64();
                    let storage = Storage::I64(items.to_vec());
                    let types = self.host.type_table();
                    Value::Array(Array::new(types, int, smallvec![2, 2], storage))
                }
                Datum::FVec(items) => {
                    let types = self.host.type_table();
                    Array::of_f64(types, smallvec![items.len()], items.clone())
                }
                Datum::FMat(shape, items) => {
                    let types = self.host.type_table();
                    Array::of_f64(types, smallvec![shape[0], shape[1]], items.clone())
                }
                Datum::Cell(x) => {
                    Object::create(self.host.type_table(), self.cell, [Value::Int64(*x)])
                }
                Datum::Holder(items, n) => self.hold(self.ints(items), *n),
                Datum::SameAs(at) => args[*at].clone(),
                Datum::HolderOf(at, n) => self.hold(args[*at].clone(), *n),
                Datum::Adder(n) => self.made("new_adder", &[Value::Int64(*n)])?,
                Datum::Dict(key, value) => {
                    self.made("new_dict", &[Value::Int64(*key), Value::Int64(*value)])?
                }
                Datum::Gap(items) => {
                    let array = self.ints(items.as_deref().unwrap_or_default());
                    self.made("gap_if", &[Value::Bool(items.is_some()), array])?
                }
                Datum::Global(name) => (self.host.function(Sym::new(name)))
                    .ok_or_else(|| format!("no global {name}"))?,
            };
            args.push(value);
        }
        Ok(args)
    }

    fn ints(&self, items: &[i64]) -> Value {
        let storage = Storage::I64(items.to_vec());
        let int = saturate_embedded::types::ty::int64();
        let types = self.host.type_table();
        Value::Array(Array::new(types, int, smallvec![items.len()], storage))
    }

    fn hold(&self, array: Value, n: i64) -> Value {
        let types = self.host.type_table();
        Object::create(types, self.holder, [array, Value::Int64(n)])
    }

    /// What a function of the support file makes.
    fn made(&mut self, function: &str, args: &[Value]) -> Result<Value, String> {
        let made = self.host.call_value(&Value::function(function), args);
        made.map_err(|thrown| format!("{function}: {thrown:?}"))
    }
}
