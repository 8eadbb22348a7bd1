//! Is what programs lean on there: errors to hand on, and names that are read as they are written?

use jadoube::{board, game, judge, law, laws, notation, proof, reading, record};
use std::{fmt::Display, str::FromStr};

/// `?` hands it on from any thread, whatever the caller makes of it.
fn can_be_handed_on<E: std::error::Error + Send + Sync + 'static>() {}

#[test]
fn every_error_can_be_handed_on() {
    can_be_handed_on::<board::CastlingError>();
    can_be_handed_on::<board::FenError>();
    can_be_handed_on::<board::IllegalMove>();
    can_be_handed_on::<board::MoveError>();
    can_be_handed_on::<board::NotAFile>();
    can_be_handed_on::<board::NotARank>();
    can_be_handed_on::<board::NotASquare>();
    can_be_handed_on::<board::PlacementError>();
    can_be_handed_on::<board::PositionError>();
    can_be_handed_on::<board::UnknownColour>();
    can_be_handed_on::<board::UnknownKind>();
    can_be_handed_on::<board::UnknownMan>();
    can_be_handed_on::<game::Impossible>();
    can_be_handed_on::<game::NotAMove>();
    can_be_handed_on::<game::code::UnknownCode>();
    can_be_handed_on::<game::words::UnknownWord>();
    can_be_handed_on::<jadoube::NoMove>();
    can_be_handed_on::<jadoube::SittingError>();
    can_be_handed_on::<judge::Stopped>();
    can_be_handed_on::<law::TermsError>();
    can_be_handed_on::<laws::Unknown>();
    can_be_handed_on::<notation::ReadError>();
    can_be_handed_on::<notation::SanFault>();
    can_be_handed_on::<notation::TextFault>();
    can_be_handed_on::<proof::Flaw>();
    can_be_handed_on::<reading::NotRead>();
    can_be_handed_on::<record::RecordError>();
    can_be_handed_on::<record::RecordFault>();
    can_be_handed_on::<record::UnknownEye>();
}

fn comes_back<T: Display + FromStr + PartialEq>(values: impl IntoIterator<Item = T>) {
    for value in values {
        let text = value.to_string();
        assert!(text.parse().is_ok_and(|read: T| read == value), "{text}");
    }
}

#[test]
fn names_are_read_as_they_are_written() {
    use board::{Colour, File, Kind, Man, Rank, Square};
    comes_back(File::ALL);
    comes_back(Rank::ALL);
    comes_back(Square::ALL);
    comes_back(Colour::BOTH);
    comes_back(Kind::ALL);
    comes_back(
        Colour::BOTH
            .into_iter()
            .flat_map(|colour| Kind::ALL.map(|kind| Man::new(colour, kind))),
    );
    comes_back(game::Code::ALL);
    assert!("ee".parse::<File>().is_err() && "".parse::<Rank>().is_err() && "é".parse::<File>().is_err());
    assert!("Knight".parse::<Kind>().is_err() && "white".parse::<Man>().is_err());
}
