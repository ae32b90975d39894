//! The draws of a run as a file, row by row: comma-separated values or Parquet.
//!
//! One row for each draw of each chain, in the long layout that ArviZ and data
//! frames read by their columns `chain` and `draw`, both counted from 0. A
//! parameter that is a number is written as one; if it is one of finitely many,
//! its exact name is beside it, in the column `label`.

use std::io::{self, Write};

use super::csv::field;
use super::parquet::Parquet;

/// What the parameters of a file are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterKind {
    /// Names.
    Names,
    /// Numbers that have names, such as `61/50`.
    Numbers,
    /// Real numbers.
    Reals,
}

/// A parameter in a file: a name, or a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Parameter<'a> {
    /// One of finitely many.
    Name(&'a str),
    /// One of finitely many that are numbers: the nearest double, and the name.
    Number(f64, &'a str),
    /// A real one.
    Real(f64),
}

/// A draw, as a row of the file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Draw<'a> {
    /// The chain, counted from 0.
    pub chain: usize,
    /// The draw within the chain, counted from 0.
    pub draw: u64,
    /// The parameter; all of a file are of the same kind.
    pub parameter: Parameter<'a>,
    /// Was the proposal accepted?
    pub accepted: bool,
    /// The arm that decided, counted from 1, if one was chosen.
    pub arm: Option<usize>,
    /// Auxiliary variables drawn in the step.
    pub cost: usize,
}

/// The kinds of files that draws are written to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawsFormat {
    /// Comma-separated values (RFC 4180), with a header.
    Csv,
    /// Apache Parquet, uncompressed.
    Parquet,
}

impl DrawsFormat {
    /// The format for the extension of a file's name.
    pub fn of_extension(extension: &str) -> Option<Self> {
        match extension.to_ascii_lowercase().as_str() {
            "csv" => Some(DrawsFormat::Csv),
            "parquet" => Some(DrawsFormat::Parquet),
            _ => None,
        }
    }
}

/// A file of draws that is being written.
#[derive(Debug)]
pub struct DrawsFile<W: Write>(Kind<W>);

#[derive(Debug)]
enum Kind<W: Write> {
    Csv(W),
    Parquet(Box<Parquet<W>>),
}

impl<W: Write> DrawsFile<W> {
    /// Begins a file.
    pub fn new(format: DrawsFormat, kind: ParameterKind, mut to: W) -> io::Result<Self> {
        Ok(DrawsFile(match format {
            DrawsFormat::Csv => {
                let label = if kind == ParameterKind::Numbers {
                    "label,"
                } else {
                    ""
                };
                writeln!(
                    to,
                    "chain,draw,parameter,{label}accepted,arm,auxiliary_draws"
                )?;
                Kind::Csv(to)
            }
            DrawsFormat::Parquet => Kind::Parquet(Box::new(Parquet::new(kind, to)?)),
        }))
    }

    /// Writes a row.
    pub fn push(&mut self, row: &Draw<'_>) -> io::Result<()> {
        match &mut self.0 {
            Kind::Parquet(file) => file.push(row),
            Kind::Csv(to) => {
                write!(to, "{},{},", row.chain, row.draw)?;
                match row.parameter {
                    Parameter::Real(value) => write!(to, "{value}")?,
                    Parameter::Name(name) => to.write_all(field(name).as_bytes())?,
                    Parameter::Number(value, name) => write!(to, "{value},{}", field(name))?,
                }
                write!(to, ",{},", row.accepted)?;
                if let Some(arm) = row.arm {
                    write!(to, "{arm}")?;
                }
                writeln!(to, ",{}", row.cost)
            }
        }
    }

    /// Ends the file and gives back where it went.
    pub fn finish(self) -> io::Result<W> {
        match self.0 {
            Kind::Csv(to) => Ok(to),
            Kind::Parquet(file) => file.finish(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_quoted_and_no_arm_is_empty() {
        let kind = ParameterKind::Names;
        let mut file = DrawsFile::new(DrawsFormat::Csv, kind, Vec::new()).expect("memory");
        let row = Draw {
            chain: 1,
            draw: 20,
            parameter: Parameter::Name("a, \"b\""),
            accepted: true,
            arm: None,
            cost: 3,
        };
        file.push(&row).expect("memory");
        let text = String::from_utf8(file.finish().expect("memory")).expect("text");
        assert_eq!(
            text,
            "chain,draw,parameter,accepted,arm,auxiliary_draws\n1,20,\"a, \"\"b\"\"\",true,,3\n"
        );
    }
}
