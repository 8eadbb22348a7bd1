//! What happens at an unruly board where the players press a clock? Terms and acts that only such a code knows.

use super::{Dice, Unruly};
use jadoube_board::{Colour, Square};
use jadoube_game::{Party, Status, View};
use std::fmt::Write as _;

/// Short times, so that flags fall and periods end within a record.
const TIMES: &[&str] = &[
    r#"{"kind":"standard","periods":[{"moves":3,"seconds":120,"increment":5},{"seconds":60,"increment":5}]}"#,
    r#"{"kind":"standard","periods":[{"seconds":150}]}"#,
    r#"{"kind":"rapid","periods":[{"seconds":120}]}"#,
    r#"{"kind":"rapid","periods":[{"seconds":90,"delay":5}]}"#,
    r#"{"kind":"blitz","periods":[{"seconds":90,"increment":2}]}"#,
    r#"{"kind":"blitz","periods":[{"seconds":60}]}"#,
];

const REGULATIONS: &[&str] = &[
    r#"{"guidelines":["I","III"]}"#,
    r#"{"guidelines":["I","III"],"no_draw_before":2}"#,
    r#"{"guidelines":["I"],"device_penalty":{"penalty":"take-time","seconds":30},"bag":true}"#,
    r#"{"guidelines":["III"],"report_leaving":true,"bonus_seconds":30}"#,
];

/// What the header says of the clock, the arbiter and the event.
pub(super) fn terms(dice: &mut Dice, header: &mut String) {
    let mut say = |name: &str, value: Option<&&str>| {
        if let Some(value) = value {
            let _ = write!(header, ",\"{name}\":{value}");
        }
    };
    if !dice.chance(4) {
        say("time_control", dice.pick(TIMES));
    }
    if dice.chance(2) {
        say(
            "arbiter",
            dice.pick(&[r#""watching""#, r#""watching""#, r#""none""#]),
        );
    }
    if dice.chance(3) {
        say("supervision", Some(&r#""adequate""#));
    }
    if dice.chance(2) {
        say("regulations", dice.pick(REGULATIONS));
    }
}

impl Unruly {
    /// An act at the clock, or one that is for the arbiter; none where one of the hand or of the mouth is to come.
    pub(super) fn at_the_clock(&mut self, view: &View) -> Option<(Party, String)> {
        if view.status.is_over() {
            return None;
        }
        let suspended = view.status == Status::Suspended;
        if suspended && self.dice.chance(4) {
            return Some((self.arbiter_or(view.turn), act("restart")));
        }
        if let Some((by, square)) = self.knocked_over
            && self.dice.chance(3)
        {
            self.knocked_over = None;
            return Some((by.into(), format!("\"act\":\"adjust\",\"square\":\"{square}\"")));
        }
        if let Some(by) = view.made
            && !suspended
            && !self.dice.chance(3)
        {
            return Some((by.into(), self.press()));
        }
        match self.dice.roll(24) {
            // A press without a move, upon an illegal one, or by him whose clock does not run.
            0 | 1 => Some((view.turn.into(), self.press())),
            2 if self.dice.chance(3) => Some(((!view.turn).into(), self.press())),
            2 | 3 => Some(self.men_and_hands(view)),
            4 => Some(self.claimed(view)),
            5 => Some(self.by_the_arbiter(view)),
            6 => Some(self.for_the_arbiter(view)),
            _ => None,
        }
    }

    fn press(&mut self) -> String {
        let how = match self.dice.roll(16) {
            0 => ",\"hand\":\"other\"",
            1 => ",\"manner\":\"forcible\"",
            _ => "",
        };
        format!("\"act\":\"press\"{how}")
    }

    /// Either player, he who has the move rather than the other.
    fn player(&mut self, view: &View) -> Colour {
        if self.dice.chance(3) {
            !view.turn
        } else {
            view.turn
        }
    }

    /// The arbiter, or this player, who may have to do without one.
    fn arbiter_or(&mut self, player: Colour) -> Party {
        if self.header.contains("\"none\"") || self.dice.chance(8) {
            player.into()
        } else {
            Party::Umpire
        }
    }

    fn anybody(&mut self, view: &View) -> Party {
        let player = self.player(view);
        if self.dice.chance(2) {
            self.arbiter_or(player)
        } else {
            player.into()
        }
    }

    /// Men knocked over, moved with both hands, or touched together.
    fn men_and_hands(&mut self, view: &View) -> (Party, String) {
        let by = self.player(view);
        match self.dice.roll(6) {
            0..3 => {
                let squares: Vec<Square> = (0..=self.dice.roll(2)).map(|_| self.some_man(view, by)).collect();
                self.knocked_over = squares.first().map(|square| (by, *square));
                (
                    by.into(),
                    format!("\"act\":\"displace\",\"squares\":[{}]", quoted(&squares)),
                )
            }
            3 => (by.into(), "\"act\":\"upset\",\"accident\":true".to_owned()),
            4 => match self.lawful(view) {
                Some(mv) => (
                    view.turn.into(),
                    format!("\"act\":\"move\",\"move\":\"{mv}\",\"hands\":2"),
                ),
                None => (by.into(), self.touch(view, by)),
            },
            _ => {
                let squares = [self.man_of(view, by), self.some_man(view, by)];
                (
                    by.into(),
                    format!("\"act\":\"touch\",\"squares\":[{}]", quoted(&squares)),
                )
            }
        }
    }

    /// What is claimed, said or asked for.
    fn claimed(&mut self, view: &View) -> (Party, String) {
        let by = self.player(view);
        match self.dice.roll(6) {
            0 => {
                let side = *self.dice.pick(&["white", "black", "both"]).unwrap_or(&"both");
                (
                    self.anybody(view),
                    format!("\"act\":\"flag\",\"side\":\"{side}\""),
                )
            }
            1 => {
                let errors = [
                    "touched-man",
                    "clock",
                    "displaced-man",
                    "illegal-position",
                    "illegal-move",
                    "colours",
                ];
                let error = *self.dice.pick(&errors).unwrap_or(&"clock");
                (
                    self.anybody(view),
                    format!("\"act\":\"point-out\",\"error\":\"{error}\""),
                )
            }
            2 => {
                let ground = *self
                    .dice
                    .pick(&["repetition", "fifty-moves"])
                    .unwrap_or(&"repetition");
                let mv = self
                    .lawful(view)
                    .map_or_else(String::new, |mv| format!(",\"move\":\"{mv}\""));
                (
                    by.into(),
                    format!("\"act\":\"claim\",\"ground\":\"{ground}\"{mv}"),
                )
            }
            3 => {
                let ground = *self
                    .dice
                    .pick(&["normal-means", "no-effort"])
                    .unwrap_or(&"no-effort");
                (by.into(), format!("\"act\":\"claim\",\"ground\":\"{ground}\""))
            }
            4 => {
                let what = *self
                    .dice
                    .pick(&["increment", "increment", "sheet", "piece"])
                    .unwrap_or(&"sheet");
                (by.into(), format!("\"act\":\"request\",\"what\":\"{what}\""))
            }
            _ => {
                let what = *self
                    .dice
                    .pick(&["correct", "draw\",\"condition\":\"at once"])
                    .unwrap_or(&"correct");
                (by.into(), format!("\"act\":\"offer\",\"what\":\"{what}\""))
            }
        }
    }

    /// What the arbiter does of himself.
    fn by_the_arbiter(&mut self, view: &View) -> (Party, String) {
        let seconds = 10 + self.dice.roll(80);
        let party = Party::from(self.player(view)).word();
        let act = match self.dice.roll(8) {
            0 | 1 => {
                let penalties = ["warning", "add-time", "take-time", "take-time", "fine", "loss"];
                let penalty = *self.dice.pick(&penalties).unwrap_or(&"warning");
                let time = if penalty.ends_with("-time") {
                    format!(",\"seconds\":{seconds}")
                } else {
                    String::new()
                };
                format!("\"act\":\"penalise\",\"party\":\"{party}\",\"penalty\":\"{penalty}\"{time}")
            }
            2 => format!("\"act\":\"award\",\"seconds\":{{\"{party}\":{seconds}}}"),
            3 => {
                let other = self.dice.roll(60);
                format!("\"act\":\"decide\",\"left\":{{\"white\":{seconds},\"black\":{other}}}")
            }
            4 => {
                let facts = [
                    "valid-reason",
                    "accident",
                    "persistent",
                    "rejected",
                    "postponed",
                    "wilful",
                ];
                let fact = *self.dice.pick(&facts).unwrap_or(&"accident");
                format!("\"act\":\"decide\",\"fact\":\"{fact}\"")
            }
            5 => {
                let what = *self.dice.pick(&["increment", "draw"]).unwrap_or(&"draw");
                format!("\"act\":\"consent\",\"what\":\"{what}\"")
            }
            6 => act("adjourn"),
            _ => act("pause"),
        };
        (Party::Umpire, act)
    }

    /// What a player does that is for the arbiter to judge.
    fn for_the_arbiter(&mut self, view: &View) -> (Party, String) {
        let by = self.player(view);
        let act = match self.dice.roll(8) {
            0..3 => act("pause"),
            3 => {
                let what = *self
                    .dice
                    .pick(&["leaves-area", "noise", "notes"])
                    .unwrap_or(&"noise");
                format!("\"act\":\"conduct\",\"what\":\"{what}\"")
            }
            4 => {
                let what = *self
                    .dice
                    .pick(&["behind", "ahead", "hidden"])
                    .unwrap_or(&"behind");
                format!("\"act\":\"score\",\"what\":\"{what}\"")
            }
            5 => {
                let place = *self.dice.pick(&["bag", "bag", "person"]).unwrap_or(&"bag");
                format!("\"act\":\"device\",\"how\":\"found\",\"where\":\"{place}\"")
            }
            6 => "\"act\":\"sign\",\"result\":\"1/2-1/2\"".to_owned(),
            _ => act("refuse"),
        };
        (by.into(), act)
    }
}

fn act(name: &str) -> String {
    format!("\"act\":\"{name}\"")
}

fn quoted(squares: &[Square]) -> String {
    let squares: Vec<String> = squares.iter().map(|square| format!("\"{square}\"")).collect();
    squares.join(",")
}
