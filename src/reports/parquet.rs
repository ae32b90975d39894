//! Draws as an Apache Parquet file: plain encoding, no compression, one page per
//! column and group of rows.
//!
//! The format is at <https://github.com/apache/parquet-format>. Writing this
//! much of it takes a page and no dependency.

use std::io::{self, Write};

use super::draws::{Draw, Parameter, ParameterKind};
use super::thrift::{Compact, varint};

/// Rows that are held in memory until they are written as a group.
const GROUP: usize = 1 << 16;

const MAGIC: &[u8] = b"PAR1";

/// Physical types.
const BOOLEAN: i32 = 0;
const INT32: i32 = 1;
const INT64: i32 = 2;
const DOUBLE: i32 = 5;
const BYTES: i32 = 6;

/// A column: its name, its physical type, and the values of the current group.
#[derive(Debug)]
struct Column {
    name: &'static str,
    kind: i32,
    values: Vec<u8>,
}

/// The columns of a file, of which only the arm may be missing.
fn columns(kind: ParameterKind) -> Vec<Column> {
    let (parameter, label) = match kind {
        ParameterKind::Names => (BYTES, None),
        ParameterKind::Numbers => (DOUBLE, Some(("label", BYTES))),
        ParameterKind::Reals => (DOUBLE, None),
    };
    let before = [("chain", INT32), ("draw", INT64), ("parameter", parameter)];
    let after = [
        ("accepted", BOOLEAN),
        (ARM, INT32),
        ("auxiliary_draws", INT32),
    ];
    let all = before.into_iter().chain(label).chain(after);
    let column = |(name, kind)| Column {
        name,
        kind,
        values: Vec::new(),
    };
    all.map(column).collect()
}

const ARM: &str = "arm";

/// A file that is being written.
#[derive(Debug)]
pub(super) struct Parquet<W> {
    to: W,
    /// Bytes written so far.
    offset: usize,
    columns: Vec<Column>,
    accepted: Vec<bool>,
    /// Whether each arm is there.
    present: Vec<bool>,
    rows: usize,
    groups: Vec<Compact>,
}

impl<W: Write> Parquet<W> {
    /// Begins a file.
    pub(super) fn new(kind: ParameterKind, mut to: W) -> io::Result<Self> {
        to.write_all(MAGIC)?;
        Ok(Parquet {
            to,
            offset: MAGIC.len(),
            columns: columns(kind),
            accepted: Vec::new(),
            present: Vec::new(),
            rows: 0,
            groups: Vec::new(),
        })
    }

    /// Adds a row.
    pub(super) fn push(&mut self, row: &Draw<'_>) -> io::Result<()> {
        self.accepted.push(row.accepted);
        self.present.push(row.arm.is_some());
        for column in &mut self.columns {
            let values = &mut column.values;
            // Counts of chains, arms and draws per step are far below 2³¹.
            match (column.name, row.parameter) {
                ("chain", _) => values.extend((row.chain as i32).to_le_bytes()),
                ("draw", _) => values.extend(row.draw.to_le_bytes()),
                ("parameter", Parameter::Real(value) | Parameter::Number(value, _)) => {
                    values.extend(value.to_le_bytes());
                }
                ("parameter", Parameter::Name(name)) | ("label", Parameter::Number(_, name)) => {
                    values.extend((name.len() as u32).to_le_bytes());
                    values.extend(name.as_bytes());
                }
                (ARM, _) => {
                    values.extend(row.arm.iter().flat_map(|arm| (*arm as i32).to_le_bytes()))
                }
                ("auxiliary_draws", _) => values.extend((row.cost as i32).to_le_bytes()),
                _ => {}
            }
        }
        if self.accepted.len() == GROUP {
            self.write_group()?;
        }
        Ok(())
    }

    /// Writes the metadata at the end.
    pub(super) fn finish(mut self) -> io::Result<W> {
        if !self.accepted.is_empty() {
            self.write_group()?;
        }
        let root = Compact::default().text(4, "draws");
        let mut schema = vec![root.i32(5, self.columns.len() as i32)];
        schema.extend(self.columns.iter().map(|column| {
            let optional = i32::from(column.name == ARM);
            let element = Compact::default().i32(1, column.kind).i32(3, optional);
            let element = element.text(4, column.name);
            // Bytes are text in UTF-8.
            if column.kind == BYTES {
                element.i32(6, 0)
            } else {
                element
            }
        }));
        let metadata = Compact::default()
            .i32(1, 1)
            .inners(2, schema)
            .i64(3, self.rows as i64)
            .inners(4, self.groups)
            .text(6, concat!("peskun version ", env!("CARGO_PKG_VERSION")))
            .finish();
        self.to.write_all(&metadata)?;
        self.to.write_all(&(metadata.len() as u32).to_le_bytes())?;
        self.to.write_all(MAGIC)?;
        Ok(self.to)
    }

    fn write_group(&mut self) -> io::Result<()> {
        let rows = self.accepted.len();
        let accepted = std::mem::take(&mut self.accepted);
        let present = std::mem::take(&mut self.present);
        let begin = self.offset;
        let mut chunks = Vec::new();
        for place in 0..self.columns.len() {
            let column = &mut self.columns[place];
            let (name, kind) = (column.name, column.kind);
            let values = std::mem::take(&mut column.values);
            let page = match name {
                "accepted" => bits(&accepted),
                ARM => [runs(&present), values].concat(),
                _ => values,
            };
            chunks.push(self.write_page(name, kind, rows, &page)?);
        }
        let group = Compact::default().inners(1, chunks);
        let size = (self.offset - begin) as i64;
        self.groups.push(group.i64(2, size).i64(3, rows as i64));
        self.rows += rows;
        Ok(())
    }

    /// Writes a column of a group as one page and describes it.
    fn write_page(
        &mut self,
        name: &str,
        kind: i32,
        rows: usize,
        page: &[u8],
    ) -> io::Result<Compact> {
        const PLAIN: i32 = 0;
        const RUN_LENGTHS: i32 = 3;
        let contents = Compact::default()
            .i32(1, rows as i32)
            .i32(2, PLAIN)
            .i32(3, RUN_LENGTHS)
            .i32(4, RUN_LENGTHS);
        let size = page.len() as i32;
        let header = Compact::default().i32(1, 0).i32(2, size).i32(3, size);
        let header = header.inner(5, contents).finish();
        let begin = self.offset as i64;
        self.to.write_all(&header)?;
        self.to.write_all(page)?;
        let length = header.len() + page.len();
        self.offset += length;
        let column = Compact::default()
            .i32(1, kind)
            .i32s(2, &[PLAIN, RUN_LENGTHS])
            .texts(3, name)
            .i32(4, 0)
            .i64(5, rows as i64)
            .i64(6, length as i64)
            .i64(7, length as i64)
            .i64(9, begin);
        Ok(Compact::default().i64(2, begin).inner(3, column))
    }
}

/// Eight to the byte, lowest bit first.
fn bits(values: &[bool]) -> Vec<u8> {
    let byte = |eight: &[bool]| {
        let bits = eight.iter().enumerate();
        bits.map(|(place, &bit)| u8::from(bit) << place).sum()
    };
    values.chunks(8).map(byte).collect()
}

/// Runs of equal values, after their length in bytes.
fn runs(values: &[bool]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for run in values.chunk_by(|x, y| x == y) {
        varint(&mut bytes, (run.len() as u64) << 1);
        bytes.push(u8::from(run[0]));
    }
    let mut all = (bytes.len() as u32).to_le_bytes().to_vec();
    all.extend(bytes);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_and_runs_by_hand() {
        assert_eq!(bits(&[true, false, true]), [0b101]);
        assert_eq!(bits(&[false; 9]), [0, 0]);
        assert_eq!(runs(&[true, true, true, false]), [4, 0, 0, 0, 6, 1, 2, 0]);
    }

    /// The marks at both ends, and the length of the metadata before the last.
    #[test]
    fn the_frame_of_a_file() {
        let mut file = Parquet::new(ParameterKind::Names, Vec::new()).expect("memory");
        let row = Draw {
            chain: 0,
            draw: 0,
            parameter: Parameter::Name("a"),
            accepted: true,
            arm: Some(1),
            cost: 2,
        };
        for _ in 0..GROUP + 1 {
            file.push(&row).expect("memory");
        }
        let bytes = file.finish().expect("memory");
        assert!(bytes.starts_with(MAGIC) && bytes.ends_with(MAGIC));
        let length = &bytes[bytes.len() - 8..bytes.len() - 4];
        let length = u32::from_le_bytes(length.try_into().expect("four bytes")) as usize;
        assert!(length < 1_000, "{length}");
    }
}
