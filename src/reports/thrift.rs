//! The compact protocol of Apache Thrift, as far as Parquet's metadata needs
//! it: fields with ascending numbers, integers as zigzag varints.

/// A struct that is being written.
#[derive(Clone, Debug, Default)]
pub(super) struct Compact {
    bytes: Vec<u8>,
    last: u8,
}

const I32: u8 = 5;
const I64: u8 = 6;
const BINARY: u8 = 8;
const LIST: u8 = 9;
const STRUCT: u8 = 12;

impl Compact {
    /// A 32-bit integer.
    pub(super) fn i32(mut self, field: u8, value: i32) -> Self {
        self.field(field, I32);
        zigzag(&mut self.bytes, i64::from(value));
        self
    }

    /// A 64-bit integer.
    pub(super) fn i64(mut self, field: u8, value: i64) -> Self {
        self.field(field, I64);
        zigzag(&mut self.bytes, value);
        self
    }

    /// A text.
    pub(super) fn text(mut self, field: u8, value: &str) -> Self {
        self.field(field, BINARY);
        binary(&mut self.bytes, value);
        self
    }

    /// A struct within.
    pub(super) fn inner(mut self, field: u8, value: Compact) -> Self {
        self.field(field, STRUCT);
        self.bytes.extend(value.finish());
        self
    }

    /// A list of 32-bit integers.
    pub(super) fn i32s(mut self, field: u8, values: &[i32]) -> Self {
        self.list(field, I32, values.len());
        for &value in values {
            zigzag(&mut self.bytes, i64::from(value));
        }
        self
    }

    /// A list with one text.
    pub(super) fn texts(mut self, field: u8, value: &str) -> Self {
        self.list(field, BINARY, 1);
        binary(&mut self.bytes, value);
        self
    }

    /// A list of structs.
    pub(super) fn inners(mut self, field: u8, values: Vec<Compact>) -> Self {
        self.list(field, STRUCT, values.len());
        for value in values {
            self.bytes.extend(value.finish());
        }
        self
    }

    /// The bytes, with the mark of the end.
    pub(super) fn finish(mut self) -> Vec<u8> {
        self.bytes.push(0);
        self.bytes
    }

    /// The number of a field as the difference to the last one, and its type.
    fn field(&mut self, field: u8, kind: u8) {
        self.bytes.push((field - self.last) << 4 | kind);
        self.last = field;
    }

    fn list(&mut self, field: u8, kind: u8, length: usize) {
        self.field(field, LIST);
        match u8::try_from(length) {
            Ok(short) if short < 15 => self.bytes.push(short << 4 | kind),
            _ => {
                self.bytes.push(0xf0 | kind);
                varint(&mut self.bytes, length as u64);
            }
        }
    }
}

/// Seven bits at a time, lowest first.
pub(super) fn varint(bytes: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

fn zigzag(bytes: &mut Vec<u8>, value: i64) {
    varint(bytes, (value << 1 ^ value >> 63) as u64);
}

fn binary(bytes: &mut Vec<u8>, value: &str) {
    varint(bytes, value.len() as u64);
    bytes.extend_from_slice(value.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bytes of the protocol's own specification: 1 is zigzag 2, −1 is 1,
    /// and 300 is 600 = 0xd8 0x04 in groups of seven bits.
    #[test]
    fn bytes_by_hand() {
        let bytes = Compact::default().i32(1, 1).i64(3, -1).i32(4, 300).finish();
        assert_eq!(bytes, [0x15, 2, 0x26, 1, 0x15, 0xd8, 0x04, 0]);
        let bytes = Compact::default().texts(2, "ab").finish();
        assert_eq!(bytes, [0x29, 0x18, 2, b'a', b'b', 0]);
        let inner = vec![Compact::default(); 16];
        assert_eq!(
            Compact::default().inners(1, inner).finish()[..3],
            [0x19, 0xfc, 16]
        );
    }
}
