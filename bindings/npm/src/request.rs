//! What does every request have in common? It is read, its fields are taken out with plain words for what is wrong, and
//! whatever comes in, an answer goes out.

use jadoube::{
    game::Code,
    notation::Language,
    record::{Eye, Json, RecordError, parse},
};

/// Why there is no answer, and the line of the record where that is known.
pub(crate) struct Refused {
    message: String,
    line: Option<usize>,
}

impl Refused {
    pub(crate) fn because(message: impl ToString) -> Self {
        Refused {
            message: message.to_string(),
            line: None,
        }
    }
}

impl From<RecordError> for Refused {
    fn from(error: RecordError) -> Self {
        Refused {
            line: Some(error.line),
            message: error.to_string(),
        }
    }
}

impl From<jadoube::SittingError> for Refused {
    fn from(error: jadoube::SittingError) -> Self {
        match error {
            jadoube::SittingError::Record(error) => error.into(),
            other => Refused::because(other),
        }
    }
}

pub(crate) type Answer = Result<Json, Refused>;

/// A request taken apart by its fields.
pub(crate) struct Request(pub(crate) Json);

impl Request {
    pub(crate) fn text(&self, name: &str) -> Result<&str, Refused> {
        self.maybe(name)?
            .ok_or_else(|| Refused::because(format_args!("`{name}` is missing: expected a text")))
    }

    pub(crate) fn maybe(&self, name: &str) -> Result<Option<&str>, Refused> {
        match self.0.get(name) {
            None | Some(Json::Null) => Ok(None),
            Some(Json::Text(text)) => Ok(Some(text)),
            Some(_) => Err(Refused::because(format_args!("`{name}`: expected a text"))),
        }
    }

    pub(crate) fn flag(&self, name: &str) -> bool {
        self.0.get(name) == Some(&Json::Bool(true))
    }

    pub(crate) fn code(&self, name: &str) -> Result<Option<Code>, Refused> {
        self.maybe(name)?
            .map(|code| code.parse().map_err(Refused::because))
            .transpose()
    }

    /// The codes named; all of them where none is.
    pub(crate) fn codes(&self) -> Result<Vec<Code>, Refused> {
        let one = |name: &Json| match name {
            Json::Text(name) => name.parse().map_err(Refused::because),
            _ => Err(Refused::because("`codes`: expected a list of names")),
        };
        match self.0.get("codes") {
            None | Some(Json::Null) => Ok(Code::ALL.to_vec()),
            Some(Json::List(names)) => names.iter().map(one).collect(),
            Some(_) => Err(Refused::because("`codes`: expected a list of names")),
        }
    }

    pub(crate) fn language(&self) -> Result<Option<Language>, Refused> {
        self.maybe("language")?
            .map(|name| name.parse().map_err(Refused::because))
            .transpose()
    }

    pub(crate) fn id(&self) -> Result<u32, Refused> {
        match self.0.get("id") {
            Some(Json::Number(number)) => number.as_u64().and_then(|id| u32::try_from(id).ok()),
            _ => None,
        }
        .ok_or_else(|| Refused::because("`id`: expected the number of a board or game"))
    }

    pub(crate) fn eye(&self) -> Result<Eye, Refused> {
        match self.maybe("as")? {
            None | Some("arbiter") => Ok(Eye::Arbiter),
            Some(word) => word.parse().map_err(Refused::because),
        }
    }
}

/// Answers one request by whoever serves it.
pub(crate) fn answered(request: &[u8], serve: impl FnOnce(&Request) -> Answer) -> String {
    let answer = std::str::from_utf8(request)
        .map_err(Refused::because)
        .and_then(|text| parse(text).map_err(|fault| fault.on_line(1).into()))
        .and_then(|request| serve(&Request(request)));
    match answer {
        Ok(answer) => Json::object([("ok", answer)]),
        Err(Refused { message, line }) => Json::object([(
            "error",
            Json::object([("message", Json::from(message)), ("line", line.into())]),
        )]),
    }
    .to_string()
}

/// What every module says of itself; anything else is nothing it knows.
pub(crate) fn of_itself(request: &Request) -> Answer {
    match request.text("do")? {
        "version" => Ok(env!("CARGO_PKG_VERSION").into()),
        "law" => Ok(jadoube::law::VERSION.into()),
        other => Err(Refused::because(format_args!(
            "`do`: nothing is called \"{other}\""
        ))),
    }
}
