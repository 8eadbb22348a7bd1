//! How is an audit kept as Parquet, part by part, so that any data engine can go on from there?
//!
//! A part is two files, `games/part-I-of-N.parquet` and `findings/part-I-of-N.parquet`. They are written beside their places and
//! renamed when whole, so a part is there or it is not, and writing it again changes nothing.

use crate::finding::{Allowed, Contradiction, Finding, GameRow, Kind, Part, StartKind, end_of_word};
use jadoube_board::Position;
use jadoube_game::Code;
use parquet::{
    basic::{Compression, ZstdLevel},
    data_type::{ByteArray, ByteArrayType, Int32Type, Int64Type},
    errors::ParquetError,
    file::{
        metadata::KeyValue,
        properties::WriterProperties,
        reader::{FileReader as _, SerializedFileReader},
        writer::{SerializedFileWriter, SerializedRowGroupWriter},
    },
    record::Field,
    schema::parser::parse_message_type,
};
use serde::Deserialize;
use serde_json::json;
use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    sync::Arc,
};

const GAMES: &str = "message game {
  required int32 source;
  required binary file (utf8);
  required int64 byte;
  required int64 game;
  required binary hash (utf8);
  required int32 plies;
  required binary start (utf8);
  required binary event (utf8);
  optional int32 year;
  required binary white (utf8);
  required binary black (utf8);
  required binary result (utf8);
  required binary codes (utf8);
  optional binary fen (utf8);
}";

const FINDINGS: &str = "message finding {
  required int32 source;
  required binary file (utf8);
  required int64 byte;
  required int64 game;
  required int32 ply;
  optional binary code (utf8);
  optional binary clause (utf8);
  required binary kind (utf8);
  optional binary detail (utf8);
  optional binary text (utf8);
  optional binary why (utf8);
  optional binary allowed (utf8);
  optional binary fen (utf8);
}";

/// So many games or findings make one group of rows.
const GROUP: usize = 50_000;

fn fault(error: ParquetError) -> io::Error {
    io::Error::other(error)
}

/// What a part was made of, and how: parts that do not agree in this do not belong together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Made {
    /// Under these codes.
    pub codes: Vec<Code>,
    /// Whether games were judged further after an illegal move that stood.
    pub go_on: bool,
    /// Of these sources: their names and sizes.
    pub of: Vec<(String, Option<u64>)>,
    /// What the part's own share of them held, as [`digest`](crate::digest) says.
    pub digest: Option<String>,
}

/// The name under which a part keeps it.
const MADE: &str = "jadoube.audit";

impl Made {
    fn to_json(&self) -> String {
        let codes: Vec<&str> = self.codes.iter().map(|code| code.name()).collect();
        json!({"codes": codes, "go_on": self.go_on, "of": self.of, "digest": self.digest}).to_string()
    }

    fn from_json(text: &str) -> Option<Self> {
        #[derive(Deserialize)]
        struct Kept {
            codes: Vec<String>,
            go_on: bool,
            of: Vec<(String, Option<u64>)>,
            digest: Option<String>,
        }
        let kept: Kept = serde_json::from_str(text).ok()?;
        let codes = kept.codes.iter().map(|code| code.parse().ok());
        Some(Made {
            codes: codes.collect::<Option<_>>()?,
            go_on: kept.go_on,
            of: kept.of,
            digest: kept.digest,
        })
    }

    /// Why a part made so and one made otherwise do not belong together; nothing where they do.
    fn differs(&self, other: &Made) -> Option<&'static str> {
        if self.of != other.of {
            Some("of other files, or they have changed since")
        } else if self.codes != other.codes {
            Some("under other codes")
        } else if self.go_on != other.go_on {
            Some("with another --go-on")
        } else {
            None
        }
    }

    /// The codes as every game of the part carries them, with a space before and after each.
    fn codes(&self) -> String {
        let mut text = " ".to_owned();
        for code in &self.codes {
            text.push_str(code.name());
            text.push(' ');
        }
        text
    }
}

/// Where a part is kept.
#[derive(Debug, Clone)]
pub struct PartFiles {
    /// Its number, from 1.
    number: usize,
    /// How many there are.
    count: usize,
    games: PathBuf,
    findings: PathBuf,
}

impl PartFiles {
    /// The files themselves.
    pub fn places(&self) -> [&Path; 2] {
        [&self.games, &self.findings]
    }

    /// Part `number`, from 1, of `count` in this folder.
    pub fn of(folder: &Path, number: usize, count: usize) -> Self {
        let name = format!("part-{number:05}-of-{count:05}.parquet");
        PartFiles {
            number,
            count,
            games: folder.join("games").join(&name),
            findings: folder.join("findings").join(&name),
        }
    }

    /// The part of this name.
    fn named(folder: &Path, name: &str) -> Option<Self> {
        let (number, count) = name
            .strip_prefix("part-")?
            .strip_suffix(".parquet")?
            .split_once("-of-")?;
        let files = PartFiles::of(folder, number.parse().ok()?, count.parse().ok()?);
        (files.games.file_name()? == name).then_some(files)
    }

    /// Whether the part is there, whole.
    pub fn are_written(&self) -> bool {
        self.games.is_file() && self.findings.is_file()
    }

    /// Whether the part is there, whole, made of the same and in the same way; a fault where it is there and made otherwise.
    pub fn are_made_so(&self, made: &Made) -> io::Result<bool> {
        if !self.are_written() {
            return Ok(false);
        }
        let kept = self.made()?;
        let changed = kept.digest != made.digest;
        let changed = changed.then_some("of files that have changed since");
        match kept.differs(made).or(changed) {
            None => Ok(true),
            Some(differs) => Err(not_together(format!(
                "part {} of {} was made {differs}: name another folder",
                self.number, self.count
            ))),
        }
    }

    /// Takes away what a run that was killed has left of this part.
    pub fn clear_unfinished(&self) -> io::Result<()> {
        for place in [&self.games, &self.findings] {
            let (Some(folder), Some(name)) = (place.parent(), place.file_name()) else {
                continue;
            };
            let begins = format!(".{}.", name.to_string_lossy());
            for entry in folder.read_dir().into_iter().flatten() {
                let entry = entry?;
                let name = entry.file_name();
                let name = name.to_string_lossy();
                if name.starts_with(&begins) && name.ends_with(".unfinished") {
                    fs::remove_file(entry.path())?;
                }
            }
        }
        Ok(())
    }

    /// What the part was made of.
    pub fn made(&self) -> io::Result<Made> {
        let games = SerializedFileReader::new(File::open(&self.games)?).map_err(fault)?;
        let kept = games.metadata().file_metadata().key_value_metadata();
        let made = kept.and_then(|pairs| pairs.iter().find(|pair| pair.key == MADE)?.value.as_deref());
        made.and_then(Made::from_json).ok_or_else(|| {
            let what = format!("{}: not a part of an audit", self.games.display());
            io::Error::new(io::ErrorKind::InvalidData, what)
        })
    }
}

/// Every part that is whole in this folder, in order; none where there is no such folder.
pub fn parts_in(folder: &Path) -> io::Result<Vec<PartFiles>> {
    let entries = match folder.join("games").read_dir() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut parts = Vec::new();
    for entry in entries {
        let name = entry?.file_name();
        parts.extend(PartFiles::named(folder, &name.to_string_lossy()).filter(PartFiles::are_written));
    }
    parts.sort_by_key(|part| (part.count, part.number));
    Ok(parts)
}

fn not_together(why: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why)
}

/// Whether one of so many parts, made so, may stand in this folder beside those that are there; why not, where it may not.
pub fn may_be_added(folder: &Path, count: usize, made: &Made) -> io::Result<()> {
    let parts = parts_in(folder)?;
    if let Some(other) = parts.iter().find(|part| part.count != count) {
        return Err(not_together(format!(
            "a part of {} is there, and this is one of {count}: name another folder",
            other.count
        )));
    }
    // All that are there have passed here: one speaks for them.
    match parts
        .first()
        .map(PartFiles::made)
        .transpose()?
        .and_then(|other| other.differs(made))
    {
        None => Ok(()),
        Some(differs) => Err(not_together(format!(
            "the parts that are there were made {differs}: name another folder"
        ))),
    }
}

/// All parts of one plan in this folder, and what they were made of: none may be missing, and none of another plan may be there.
pub fn whole_plan_in(folder: &Path) -> io::Result<(Vec<PartFiles>, Made)> {
    let parts = parts_in(folder)?;
    let (Some(first), Some(last)) = (parts.first(), parts.last()) else {
        return Err(not_together("no whole part is here".to_owned()));
    };
    if first.count != last.count {
        return Err(not_together(format!(
            "parts of {} and parts of {} are here: a report is made of one plan, so take the others away",
            first.count, last.count
        )));
    }
    let missing: Vec<String> = (1..=first.count)
        .filter(|number| parts.binary_search_by_key(number, |part| part.number).is_err())
        .map(|number| number.to_string())
        .collect();
    if !missing.is_empty() {
        let shown = missing[..missing.len().min(10)].join(", ");
        let more = missing.len().saturating_sub(10);
        let more = if more > 0 {
            format!(" and {more} more")
        } else {
            String::new()
        };
        let (part, is) = if missing.len() == 1 {
            ("part", "is")
        } else {
            ("parts", "are")
        };
        return Err(not_together(format!(
            "{part} {shown}{more} of {} {is} missing: each is made with --part",
            first.count
        )));
    }
    let made = first.made()?;
    for part in &parts[1..] {
        if let Some(differs) = part.made()?.differs(&made) {
            return Err(not_together(format!(
                "part {} of {} does not go with part 1: it was made {differs}",
                part.number, part.count
            )));
        }
    }
    Ok((parts, made))
}

/// Writes one part, some games at a time.
pub struct PartWriter {
    files: PartFiles,
    games: Table,
    findings: Table,
    waiting: Part,
    codes: String,
}

struct Table {
    path: PathBuf,
    writer: SerializedFileWriter<File>,
}

impl Table {
    fn create(place: &Path, schema: &str, made: &Made) -> io::Result<Self> {
        if let Some(folder) = place.parent() {
            fs::create_dir_all(folder)?;
        }
        // Hidden, so that no engine takes it for a part.
        let name = place.file_name().unwrap_or_default().to_string_lossy();
        let path = place.with_file_name(format!(".{name}.{}.unfinished", std::process::id()));
        let schema = Arc::new(parse_message_type(schema).map_err(fault)?);
        let level = ZstdLevel::try_new(3).map_err(fault)?;
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(level))
            .set_key_value_metadata(Some(vec![KeyValue::new(MADE.to_owned(), made.to_json())]))
            .build();
        let writer =
            SerializedFileWriter::new(File::create(&path)?, schema, Arc::new(properties)).map_err(fault)?;
        Ok(Table { path, writer })
    }

    fn group(&mut self, write: impl FnOnce(&mut Columns<'_>) -> Result<(), ParquetError>) -> io::Result<()> {
        let mut columns = Columns {
            group: self.writer.next_row_group().map_err(fault)?,
        };
        write(&mut columns).map_err(fault)?;
        columns.group.close().map_err(fault)?;
        Ok(())
    }

    fn finish(self, place: &Path) -> io::Result<()> {
        let file = self.writer.into_inner().map_err(fault)?;
        file.sync_all()?;
        fs::rename(&self.path, place)
    }
}

/// The columns of a group, in the order of the schema.
struct Columns<'a> {
    group: SerializedRowGroupWriter<'a, File>,
}

impl Columns<'_> {
    fn next<T: parquet::data_type::DataType>(
        &mut self,
        values: &[T::T],
        present: Option<&[i16]>,
    ) -> Result<(), ParquetError> {
        let Some(mut column) = self.group.next_column()? else {
            return Err(ParquetError::General(
                "more columns than the schema has".to_owned(),
            ));
        };
        column.typed::<T>().write_batch(values, present, None)?;
        column.close()
    }

    fn texts<'t>(&mut self, values: impl Iterator<Item = &'t str>) -> Result<(), ParquetError> {
        let values: Vec<ByteArray> = values.map(ByteArray::from).collect();
        self.next::<ByteArrayType>(&values, None)
    }

    fn optional_texts<T: AsRef<str>>(
        &mut self,
        values: impl Iterator<Item = Option<T>>,
    ) -> Result<(), ParquetError> {
        let (mut present, mut known) = (Vec::new(), Vec::new());
        for value in values {
            present.push(i16::from(value.is_some()));
            known.extend(value.map(|value| ByteArray::from(value.as_ref())));
        }
        self.next::<ByteArrayType>(&known, Some(&present))
    }

    fn numbers(&mut self, values: impl Iterator<Item = u64>) -> Result<(), ParquetError> {
        let values: Vec<i64> = values
            .map(|value| i64::try_from(value).unwrap_or(i64::MAX))
            .collect();
        self.next::<Int64Type>(&values, None)
    }

    fn small_numbers(&mut self, values: impl Iterator<Item = u32>) -> Result<(), ParquetError> {
        let values: Vec<i32> = values
            .map(|value| i32::try_from(value).unwrap_or(i32::MAX))
            .collect();
        self.next::<Int32Type>(&values, None)
    }
}

impl PartWriter {
    /// Begins a part.
    pub fn begin(files: PartFiles, made: &Made) -> io::Result<Self> {
        Ok(PartWriter {
            games: Table::create(&files.games, GAMES, made)?,
            findings: Table::create(&files.findings, FINDINGS, made)?,
            files,
            waiting: Part::default(),
            codes: made.codes(),
        })
    }

    /// Some games more.
    pub fn add(&mut self, part: Part) -> io::Result<()> {
        self.waiting.games.extend(part.games);
        self.waiting.findings.extend(part.findings);
        if self.waiting.games.len().max(self.waiting.findings.len()) >= GROUP {
            self.flush()?;
        }
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        let Part { games, findings } = core::mem::take(&mut self.waiting);
        if !games.is_empty() {
            self.games.group(|columns| {
                columns.small_numbers(games.iter().map(|game| game.source))?;
                columns.texts(games.iter().map(|game| game.file.as_str()))?;
                columns.numbers(games.iter().map(|game| game.byte))?;
                columns.numbers(games.iter().map(|game| game.game))?;
                let hashes: Vec<String> = games.iter().map(|game| format!("{:032x}", game.hash)).collect();
                columns.texts(hashes.iter().map(String::as_str))?;
                columns.small_numbers(games.iter().map(|game| game.plies))?;
                columns.texts(games.iter().map(|game| game.start.word()))?;
                columns.texts(games.iter().map(|game| game.event.as_str()))?;
                let present: Vec<i16> = games.iter().map(|game| i16::from(game.year.is_some())).collect();
                let years: Vec<i32> = games.iter().filter_map(|game| game.year).collect();
                columns.next::<Int32Type>(&years, Some(&present))?;
                columns.texts(games.iter().map(|game| game.white.as_str()))?;
                columns.texts(games.iter().map(|game| game.black.as_str()))?;
                columns.texts(games.iter().map(|game| game.result))?;
                columns.texts(games.iter().map(|_| self.codes.as_str()))?;
                columns.optional_texts(games.iter().map(|game| game.last.as_ref().map(Position::to_fen)))
            })?;
        }
        if !findings.is_empty() {
            self.findings.group(|columns| {
                columns.small_numbers(findings.iter().map(|each| each.source))?;
                columns.texts(findings.iter().map(|each| each.file.as_str()))?;
                columns.numbers(findings.iter().map(|each| each.byte))?;
                columns.numbers(findings.iter().map(|each| each.game))?;
                columns.small_numbers(findings.iter().map(|each| each.ply))?;
                columns.optional_texts(
                    findings
                        .iter()
                        .map(|each| each.code.map(jadoube_game::Code::name)),
                )?;
                columns.optional_texts(findings.iter().map(|each| each.clause.as_deref()))?;
                columns.texts(findings.iter().map(|each| each.kind.word()))?;
                columns.optional_texts(findings.iter().map(|each| each.kind.detail()))?;
                columns.optional_texts(findings.iter().map(|each| each.kind.text()))?;
                columns.optional_texts(findings.iter().map(|each| each.kind.why()))?;
                columns.optional_texts(findings.iter().map(|each| match &each.kind {
                    Kind::IllegalMove { allowed, .. } => serde_json::to_string(allowed).ok(),
                    _ => None,
                }))?;
                columns.optional_texts(findings.iter().map(|each| each.fen.as_deref()))
            })?;
        }
        Ok(())
    }

    /// The part is whole.
    pub fn finish(mut self) -> io::Result<()> {
        self.flush()?;
        self.findings.finish(&self.files.findings)?;
        self.games.finish(&self.files.games)
    }

    /// The part is given up: nothing of it stays.
    pub fn abandon(self) {
        let _ = fs::remove_file(&self.games.path);
        let _ = fs::remove_file(&self.findings.path);
    }
}

/// Reads a part back, some games at a time.
pub fn read_part(files: &PartFiles, mut each: impl FnMut(Part) -> io::Result<()>) -> io::Result<()> {
    let games = SerializedFileReader::new(File::open(&files.games)?).map_err(fault)?;
    let findings = SerializedFileReader::new(File::open(&files.findings)?).map_err(fault)?;
    let mut rows = findings.get_row_iter(None).map_err(fault)?;
    let mut next_finding = || -> io::Result<Option<Finding>> {
        match rows.next() {
            None => Ok(None),
            Some(row) => finding_of(Cells::of(row.map_err(fault)?)).map(Some),
        }
    };
    let mut waiting = next_finding()?;
    let mut part = Part::default();
    for row in games.get_row_iter(None).map_err(fault)? {
        let game = game_of(Cells::of(row.map_err(fault)?))?;
        while let Some(finding) = waiting.take_if(|finding| finding.place() <= game.place()) {
            part.findings.push(finding);
            waiting = next_finding()?;
        }
        part.games.push(game);
        if part.games.len() >= GROUP {
            each(core::mem::take(&mut part))?;
        }
    }
    while let Some(finding) = waiting {
        part.findings.push(finding);
        waiting = next_finding()?;
    }
    each(part)
}

/// The cells of a row, taken one after another.
struct Cells(std::vec::IntoIter<(String, Field)>);

impl Cells {
    fn of(row: parquet::record::Row) -> Self {
        Cells(row.into_columns().into_iter())
    }

    fn text(&mut self) -> io::Result<String> {
        self.optional_text().map(Option::unwrap_or_default)
    }

    fn optional_text(&mut self) -> io::Result<Option<String>> {
        match self.0.next() {
            Some((_, Field::Str(text))) => Ok(Some(text)),
            Some((_, Field::Null)) => Ok(None),
            other => Err(strange(other)),
        }
    }

    fn optional_number(&mut self) -> io::Result<Option<i64>> {
        match self.0.next() {
            Some((_, Field::Long(number))) => Ok(Some(number)),
            Some((_, Field::Int(number))) => Ok(Some(number.into())),
            Some((_, Field::Null)) => Ok(None),
            other => Err(strange(other)),
        }
    }

    fn number(&mut self) -> io::Result<u64> {
        Ok(self.optional_number()?.unwrap_or(0).unsigned_abs())
    }
}

fn strange(cell: Option<(String, Field)>) -> io::Error {
    let what = cell.map_or_else(
        || "a column is missing".to_owned(),
        |(name, value)| format!("{name} is {value}"),
    );
    io::Error::new(
        io::ErrorKind::InvalidData,
        format!("not a part of an audit: {what}"),
    )
}

fn unknown(what: &str, word: &str) -> io::Error {
    io::Error::new(
        io::ErrorKind::InvalidData,
        format!("not a part of an audit: unknown {what} \"{word}\""),
    )
}

fn game_of(mut cells: Cells) -> io::Result<GameRow> {
    let source = cells.number()? as u32;
    let (file, byte, game) = (cells.text()?, cells.number()?, cells.number()?);
    let hash = cells.text()?;
    let hash = u128::from_str_radix(&hash, 16).map_err(|_| unknown("hash", &hash))?;
    let plies = cells.number()? as u32;
    let start = cells.text()?;
    let start = StartKind::of_word(&start).ok_or_else(|| unknown("start", &start))?;
    let event = cells.text()?;
    let year = cells.optional_number()?.map(|year| year as i32);
    let (white, black, result) = (cells.text()?, cells.text()?, cells.text()?);
    let (_codes, last) = (cells.text()?, cells.text()?);
    Ok(GameRow {
        source,
        file,
        byte,
        game,
        hash,
        plies,
        start,
        event,
        year,
        white,
        black,
        result: crate::told::result(result.as_bytes()).unwrap_or("*"),
        last: jadoube_notation::start_from(&last).ok(),
    })
}

fn finding_of(mut cells: Cells) -> io::Result<Finding> {
    let source = cells.number()? as u32;
    let (file, byte, game, ply) = (
        cells.text()?,
        cells.number()?,
        cells.number()?,
        cells.number()? as u32,
    );
    let code = match cells.optional_text()? {
        None => None,
        Some(name) => Some(name.parse().map_err(|_| unknown("code", &name))?),
    };
    let clause = cells.optional_text()?;
    let (kind, detail) = (cells.text()?, cells.text()?);
    let (text, why) = (cells.text()?, cells.text()?);
    let (allowed, fen) = (cells.optional_text()?, cells.optional_text()?);
    let wrong = || unknown("detail", &detail);
    let kind = match kind.as_str() {
        "illegal-move" => Kind::IllegalMove {
            text,
            allowed: match allowed {
                Some(json) => serde_json::from_str::<Vec<Allowed>>(&json)?,
                None => Vec::new(),
            },
        },
        "claimable" => Kind::Claimable {
            ground: detail.parse().map_err(|_| wrong())?,
        },
        "passed-over" => Kind::PassedOver {
            end: end_of_word(&detail).ok_or_else(wrong)?,
        },
        "result" => Kind::Result {
            why: Contradiction::of_word(&detail).ok_or_else(wrong)?,
        },
        "early-agreement" => Kind::EarlyAgreement,
        "clock" => Kind::Clock { text, why },
        "damaged" => Kind::Damaged { why: text },
        other => return Err(unknown("kind", other)),
    };
    Ok(Finding {
        source,
        file,
        byte,
        game,
        ply,
        code,
        clause,
        kind,
        fen,
    })
}
