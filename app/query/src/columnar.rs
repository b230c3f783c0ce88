use std::{
    fmt,
    panic::{self, AssertUnwindSafe},
    sync::Arc,
};

use bytes::Bytes;
use parquet::{
    basic::{ConvertedType, Repetition, Type as Physical},
    data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int64Type},
    errors::{ParquetError, Result},
    file::{
        properties::{EnabledStatistics, WriterProperties},
        reader::{FileReader, SerializedFileReader},
        writer::{SerializedFileWriter, SerializedRowGroupWriter},
    },
    record::Field,
    schema::types::Type,
};
use rounds::{COLUMNS, Cell, Column, ColumnType, CopyError, Round, Row, same_rows};

/// What a file says wrote it: the same whatever version of a library did, so that its bytes stay.
const WRITER: &str = "daggerboard";

/// Writes `rounds` as Parquet: a typed column for each of the CSV's, nothing where it is empty, uncompressed.
pub fn write_parquet(rounds: &[Round]) -> Result<Vec<u8>> {
    let fields = COLUMNS.iter().map(field).collect::<Result<_>>()?;
    let schema = Type::group_type_builder("rounds")
        .with_fields(fields)
        .build()?;
    let properties = WriterProperties::builder()
        .set_created_by(WRITER.into())
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_offset_index_disabled(true)
        .build();
    let mut writer = SerializedFileWriter::new(vec![], Arc::new(schema), Arc::new(properties))?;
    let rows: Vec<Row> = rounds.iter().map(Round::cells).collect();
    let mut group = writer.next_row_group()?;
    for (index, column) in COLUMNS.iter().enumerate() {
        let cells: Vec<&Cell> = rows.iter().map(|row| &row[index]).collect();
        match column.holds {
            ColumnType::Count | ColumnType::CountOrEmpty => {
                put::<Int64Type>(&mut group, column, &cells, |cell| match cell {
                    Cell::Count(count) => i64::try_from(*count).ok(),
                    _ => None,
                })?;
            }
            ColumnType::Number | ColumnType::NumberOrEmpty => {
                put::<DoubleType>(&mut group, column, &cells, |cell| match cell {
                    Cell::Number(value) => Some(*value),
                    _ => None,
                })?;
            }
            ColumnType::Text(_) => {
                put::<ByteArrayType>(&mut group, column, &cells, |cell| match cell {
                    Cell::Text(text) => Some(ByteArray::from(text.as_str())),
                    _ => None,
                })?;
            }
        }
    }
    group.close()?;
    writer.into_inner()
}

fn field(column: &Column) -> Result<Arc<Type>> {
    let physical = match column.holds {
        ColumnType::Count | ColumnType::CountOrEmpty => Physical::INT64,
        ColumnType::Number | ColumnType::NumberOrEmpty => Physical::DOUBLE,
        ColumnType::Text(_) => Physical::BYTE_ARRAY,
    };
    let converted = match physical {
        Physical::BYTE_ARRAY => ConvertedType::UTF8,
        _ => ConvertedType::NONE,
    };
    let repetition = match column.holds.may_be_empty() {
        true => Repetition::OPTIONAL,
        false => Repetition::REQUIRED,
    };
    let field = Type::primitive_type_builder(column.name, physical)
        .with_converted_type(converted)
        .with_repetition(repetition);
    Ok(Arc::new(field.build()?))
}

/// Writes the next column; `value` gives what a cell holds, if it is of this column's type.
fn put<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
    column: &Column,
    cells: &[&Cell],
    value: impl Fn(&Cell) -> Option<T::T>,
) -> Result<()> {
    let (mut values, mut there) = (vec![], vec![]);
    for &cell in cells {
        let held = value(cell);
        if held.is_none() && *cell != Cell::Nothing {
            let (name, cell) = (column.name, cell.to_string());
            let why = format!("`{name}`: found `{cell}`, expected what Parquet can hold there");
            return Err(ParquetError::General(why));
        }
        there.push(i16::from(held.is_some()));
        values.extend(held);
    }
    let levels = column.holds.may_be_empty().then_some(&there[..]);
    let mut writer = group.next_column()?.ok_or_else(|| {
        ParquetError::General(format!("`{}` has no column in the schema", column.name))
    })?;
    writer.typed::<T>().write_batch(&values, levels, None)?;
    writer.close()
}

/// Errs where the Parquet of `file` does not hold exactly `rounds`.
pub fn same_parquet(
    file: &str,
    bytes: &[u8],
    rounds: &[Round],
) -> std::result::Result<(), CopyError> {
    let unreadable =
        |why: &dyn fmt::Display| CopyError::unreadable(file, why, "the rows of the CSV as Parquet");
    // The library panics on some files that no library wrote (a negative length, for one). What it was reading is dropped.
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| ()));
    let compared = panic::catch_unwind(AssertUnwindSafe(|| compare(file, bytes, rounds)));
    panic::set_hook(hook);
    match compared {
        Ok(Ok(same)) => same,
        Ok(Err(error)) => Err(unreadable(&error)),
        Err(_) => Err(unreadable(&"bytes that contradict each other")),
    }
}

fn compare(
    file: &str,
    bytes: &[u8],
    rounds: &[Round],
) -> Result<std::result::Result<(), CopyError>> {
    let reader = SerializedFileReader::new(Bytes::copy_from_slice(bytes))?;
    let mut broken = None;
    let rows = reader.get_row_iter(None)?;
    let rows = rows.map_while(|row| row.map_err(|error| broken = Some(error)).ok());
    let rows = rows.map(|row| {
        let cells = row.get_column_iter();
        let cells = cells.map(|(name, field)| (name.clone(), of_parquet(field)));
        cells.collect()
    });
    let same = same_rows(file, rows, rounds);
    broken.map_or(Ok(same), Err)
}

fn of_parquet(field: &Field) -> Cell {
    match field {
        Field::Null => Cell::Nothing,
        Field::Long(count) if *count >= 0 => Cell::Count(count.unsigned_abs()),
        Field::Double(value) => Cell::Number(*value),
        Field::Str(text) => Cell::Text(text.clone()),
        other => Cell::Text(other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use rounds::{ClientSays, Evidence, Failures, Latency};

    use super::*;

    fn rounds() -> Vec<Round> {
        let round = Round {
            scenario: "in1-out1-c1".parse().unwrap(),
            round: 1,
            requests: 8,
            failures: Failures::default(),
            unchecked: vec![],
            duration_s: 10.5,
            output_tokens: 224,
            output_tok_s: 21.333333333,
            latency: Latency {
                ttft_p50_ms: Some(10.0),
                ..Latency::default()
            },
            latency_n: 8,
            fingerprint: None,
            source: "ab".repeat(32).parse().unwrap(),
            part: 1,
            client: "client 1".parse().unwrap(),
            mode: None,
            evidence: Evidence::Requests,
            says: ClientSays::default(),
        };
        let second = Round {
            round: 2,
            ..round.clone()
        };
        vec![round, second]
    }

    #[test]
    fn rounds_are_read_back() {
        let bytes = write_parquet(&rounds()).unwrap();
        assert_eq!(same_parquet("a.parquet", &bytes, &rounds()), Ok(()));
        assert_eq!(bytes, write_parquet(&rounds()).unwrap());
        let mut other = rounds();
        other[1].latency.ttft_p50_ms = None;
        let error = same_parquet("a.parquet", &bytes, &other).unwrap_err();
        let says = "`a.parquet` row 2: `ttft_p50_ms`: found `10`, expected nothing";
        assert!(error.to_string().starts_with(says), "{error}");
        assert!(same_parquet("a.parquet", &bytes, &rounds()[..1]).is_err());
    }

    /// Whatever a release holds, a check ends with a word.
    #[test]
    fn broken_bytes_are_an_error_and_no_panic() {
        let rounds = rounds();
        let bytes = write_parquet(&rounds).unwrap();
        for at in 0..bytes.len() {
            for flip in [0x01, 0x10, 0x80, 0xff] {
                let mut broken = bytes.clone();
                broken[at] ^= flip;
                // Some bytes say nothing of a row: statistics, for one.
                let _ = same_parquet("a.parquet", &broken, &rounds);
            }
            assert!(same_parquet("a.parquet", &bytes[..at], &rounds).is_err());
        }
    }
}
