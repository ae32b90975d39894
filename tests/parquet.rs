//! The Parquet file of draws, read by code that shares nothing with the writer:
//! it has the rows of the CSV file.

#![cfg(unix)]

use crate::support;

use std::collections::BTreeMap;

use support::command::{Scratch, peskun};

/// What Thrift's compact protocol can say.
#[derive(Clone, Debug)]
enum Thrift {
    Number(i64),
    Text(String),
    List(Vec<Thrift>),
    Fields(BTreeMap<i64, Thrift>),
}

impl Thrift {
    fn field(&self, number: i64) -> &Thrift {
        match self {
            Thrift::Fields(fields) => &fields[&number],
            other => panic!("no fields in {other:?}"),
        }
    }

    fn number(&self, field: i64) -> i64 {
        match self.field(field) {
            Thrift::Number(value) => *value,
            other => panic!("no number: {other:?}"),
        }
    }

    fn text(&self, field: i64) -> &str {
        match self.field(field) {
            Thrift::Text(text) => text,
            other => panic!("no text: {other:?}"),
        }
    }

    fn list(&self, field: i64) -> &[Thrift] {
        match self.field(field) {
            Thrift::List(list) => list,
            other => panic!("no list: {other:?}"),
        }
    }
}

struct Reader<'b>(&'b [u8]);

impl Reader<'_> {
    fn bytes<const N: usize>(&mut self) -> [u8; N] {
        let (first, rest) = self.0.split_first_chunk().expect("more bytes");
        self.0 = rest;
        *first
    }

    fn varint(&mut self) -> u64 {
        let [byte] = self.bytes();
        let low = u64::from(byte & 0x7f);
        if byte < 0x80 {
            low
        } else {
            low | self.varint() << 7
        }
    }

    fn zigzag(&mut self) -> i64 {
        let value = self.varint();
        (value >> 1) as i64 ^ -((value & 1) as i64)
    }

    fn text(&mut self, length: usize) -> String {
        let (text, rest) = self.0.split_at(length);
        self.0 = rest;
        String::from_utf8(text.to_vec()).expect("UTF-8")
    }

    fn value(&mut self, kind: u8) -> Thrift {
        match kind {
            5 | 6 => Thrift::Number(self.zigzag()),
            8 => {
                let length = self.varint() as usize;
                Thrift::Text(self.text(length))
            }
            9 => {
                let [head] = self.bytes();
                let length = match head >> 4 {
                    15 => self.varint(),
                    short => u64::from(short),
                };
                Thrift::List((0..length).map(|_| self.value(head & 15)).collect())
            }
            12 => self.fields(),
            other => panic!("type {other}"),
        }
    }

    fn fields(&mut self) -> Thrift {
        let mut fields = BTreeMap::new();
        let mut number = 0;
        loop {
            let [head] = self.bytes();
            if head == 0 {
                return Thrift::Fields(fields);
            }
            number += i64::from(head >> 4);
            fields.insert(number, self.value(head & 15));
        }
    }
}

/// A column of a group of rows as the CSV writes it.
fn column(file: &[u8], chunk: &Thrift, optional: bool) -> Vec<String> {
    let description = chunk.field(3);
    assert_eq!(description.number(4), 0, "not compressed");
    let mut reader = Reader(&file[description.number(9) as usize..]);
    let page = reader.fields();
    assert_eq!(page.number(2), page.number(3));
    let rows = page.field(5).number(1) as usize;
    assert_eq!(rows as i64, description.number(5));
    let mut reader = Reader(&reader.0[..page.number(3) as usize]);
    let mut present = vec![true; rows];
    if optional {
        let length = u32::from_le_bytes(reader.bytes());
        let end = reader.0.len() - length as usize;
        present.clear();
        while reader.0.len() > end {
            let run = reader.varint();
            assert_eq!(run & 1, 0, "a run of equal levels");
            let [level] = reader.bytes();
            present.resize(present.len() + (run >> 1) as usize, level == 1);
        }
    }
    let bits = reader.0;
    let value = |(row, &present): (usize, &bool)| {
        if !present {
            return String::new();
        }
        match description.number(1) {
            0 => (bits[row / 8] >> (row % 8) & 1 == 1).to_string(),
            1 => i32::from_le_bytes(reader.bytes()).to_string(),
            2 => i64::from_le_bytes(reader.bytes()).to_string(),
            5 => f64::from_le_bytes(reader.bytes()).to_string(),
            6 => {
                let length = u32::from_le_bytes(reader.bytes());
                reader.text(length as usize)
            }
            other => panic!("type {other}"),
        }
    };
    let values: Vec<String> = present.iter().enumerate().map(value).collect();
    assert_eq!(values.len(), rows);
    values
}

/// The file as the CSV would have it.
fn read(file: &[u8]) -> String {
    assert!(file.starts_with(b"PAR1") && file.ends_with(b"PAR1"));
    let end = file.len() - 8;
    let length = Reader(&file[end..]).bytes();
    let metadata = Reader(&file[end - u32::from_le_bytes(length) as usize..end]).fields();
    let schema = &metadata.list(2)[1..];
    let names: Vec<&str> = schema.iter().map(|element| element.text(4)).collect();
    let optional: Vec<bool> = schema.iter().map(|e| e.number(3) == 1).collect();
    let mut text = names.join(",") + "\n";
    let mut rows = 0;
    for group in metadata.list(4) {
        let chunks = group.list(1).iter().zip(&optional);
        let columns: Vec<Vec<String>> = chunks.map(|(c, &o)| column(file, c, o)).collect();
        for row in 0..group.number(3) as usize {
            let fields: Vec<&str> = columns.iter().map(|column| column[row].as_str()).collect();
            text += &(fields.join(",") + "\n");
            rows += 1;
        }
    }
    assert_eq!(rows, metadata.number(3));
    text
}

#[test]
fn the_rows_are_those_of_the_csv() {
    let scratch = Scratch::new("parquet");
    // With an arm and without; in one group of rows and in several; names and
    // real numbers.
    let pair = "three-point-pair";
    for (model, kernel, steps) in [
        (pair, "mabmc", "1000"),
        (pair, "sve", "17"),
        (pair, "pmc", "40000"),
        ("normal:0.3", "mabmc", "1000"),
        ("ising-2x2", "sve", "1000"),
    ] {
        let write = |kind: &str| {
            let path = scratch.path(&format!("draws.{kind}"));
            let model = ["sample", "--model", model, "--kernel", kernel];
            let out = path.to_string_lossy();
            let run = peskun(&[&model[..], &["--steps", steps, "--out", &out]].concat());
            assert_eq!(run.status, 0, "{}", run.stderr);
            std::fs::read(path).expect("draws")
        };
        let csv = String::from_utf8(write("csv")).expect("text");
        let parquet = read(&write("parquet"));
        assert_eq!(parquet.lines().count(), csv.lines().count());
        assert!(parquet == csv, "{kernel} {steps}");
        // Parameters that are numbers are numbers, with their names beside them.
        let row: Vec<&str> = csv.lines().nth(1).unwrap_or_default().split(',').collect();
        let expected = match model {
            "ising-2x2" => ("chain,draw,parameter,label,accepted,arm,auxiliary_draws", 7),
            _ => ("chain,draw,parameter,accepted,arm,auxiliary_draws", 6),
        };
        assert_eq!(
            (csv.lines().next().unwrap_or_default(), row.len()),
            expected
        );
        assert_eq!(row[2].parse::<f64>().is_ok(), model != pair, "{row:?}");
    }
}
