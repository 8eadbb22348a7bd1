//! How do we take a code where it is silent or unclear? The numbered readings, and the page made from them.

use super::{find, readings_2023::READINGS_2023, same};
use jadoube_game::Code;
use std::fmt::Write as _;

/// The code, or pair of editions, that a reading interprets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// The British Chess Code, both editions.
    Bcc,
    /// The F.I.D.E. laws of 1931.
    Fide,
    /// The FIDE laws of 2023.
    Fide2023,
    /// The British Chess Association's laws of 1862.
    Bca,
    /// The Twenty-five Laws.
    Xxv,
}

impl Family {
    /// All of them, in the order of the page.
    pub const ALL: [Self; 5] = [Self::Bcc, Self::Fide, Self::Bca, Self::Xxv, Self::Fide2023];

    /// What the numbers of its readings begin with.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bcc => "BCC",
            Self::Fide => "FIDE",
            Self::Fide2023 => "F23",
            Self::Bca => "BCA",
            Self::Xxv => "XXV",
        }
    }

    /// The codes it speaks for.
    pub const fn codes(self) -> &'static [Code] {
        match self {
            Self::Bcc => &[Code::Bcc1896, Code::Bcc1899],
            Self::Fide => &[Code::Fide1931],
            Self::Fide2023 => &[Code::Fide2023],
            Self::Bca => &[Code::Bca1862],
            Self::Xxv => &[Code::Xxv],
        }
    }

    /// The family this code belongs to.
    pub const fn of(code: Code) -> Self {
        match code {
            Code::Xxv => Self::Xxv,
            Code::Bca1862 => Self::Bca,
            Code::Bcc1896 | Code::Bcc1899 => Self::Bcc,
            Code::Fide1931 => Self::Fide,
            Code::Fide2023 => Self::Fide2023,
        }
    }

    /// Whether it speaks for this code.
    pub const fn covers(self, code: Code) -> bool {
        Self::of(code) as u8 == self as u8
    }

    const fn heading(self) -> &'static str {
        match self {
            Self::Bcc => "British Chess Code, 1896 and 1899",
            Self::Fide => "F.I.D.E., 1931",
            Self::Fide2023 => "FIDE, 2023",
            Self::Bca => "British Chess Association, 1862",
            Self::Xxv => "The Twenty-five Laws",
        }
    }
}

/// One settled interpretation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadingEntry {
    /// Its number, `BCC-6`.
    pub id: &'static str,
    /// How it is cited, `reading BCC-6`.
    pub citation: &'static str,
    /// The code or codes it interprets.
    pub family: Family,
    /// The clauses at issue; none where the code does not touch the matter at all.
    pub at: &'static [&'static str],
    /// What is unclear.
    pub question: &'static str,
    /// How we take it.
    pub choice: &'static str,
    /// Why, and what the rival choice would be.
    pub why: &'static str,
}

/// The reading of this number.
pub const fn find_reading(id: &str) -> Option<&'static ReadingEntry> {
    let mut i = 0;
    while i < READINGS.len() {
        if same(READINGS[i].id, id) {
            return Some(&READINGS[i]);
        }
        i += 1;
    }
    None
}

/// The readings that concern a clause.
pub fn readings_on(code: Code, label: &str) -> impl Iterator<Item = &'static ReadingEntry> {
    READINGS
        .iter()
        .filter(move |reading| reading.family.covers(code) && reading.at.contains(&label))
}

/// The page `docs/readings.md`, whole.
pub fn readings_markdown() -> String {
    let mut page = String::from(
        "<!-- Generated from crates/law/src/registers/readings.rs by `cargo xtask law-index`; edit that file instead. -->\n\
         # Readings\n\n\
         Where a code is silent or unclear, this is how Jadoube takes it, and why. A ruling that rests on a reading cites \
         it by number, `reading BCC-6`. The code's own words come first: where they prove a reading wrong, the reading \
         goes.\n",
    );
    for family in Family::ALL {
        let _ = write!(page, "\n## {} ({})\n", family.heading(), family.name());
        if family == Family::Bcc {
            page.push_str(EDITIONS);
        }
        for reading in READINGS.iter().filter(|reading| reading.family == family) {
            let at = if reading.at.is_empty() {
                "the code is silent".to_owned()
            } else {
                reading
                    .at
                    .iter()
                    .map(|label| format!("`{label}`"))
                    .collect::<Vec<_>>()
                    .join(", ")
            };
            let _ = write!(
                page,
                "\n### {}\n\n{at}: {}\n\n*We take it:* {}\n\n*Why:* {}\n",
                reading.id, reading.question, reading.choice, reading.why
            );
        }
    }
    page
}

/// The editions of the British Chess Code side by side, for the head of its readings.
const EDITIONS: &str = "
The editions of 1896 and 1899 differ in effect in three places only:

| where | 1896 | 1899 |
|---|---|---|
| signs of `I.13B` | `e.p.` `X` `0-0` `0-0-0` `sq.` | `ip` `×` `o-o` `o-o-o` `sq` |
| errors of setting up found late | left to the parties | guidance in `appendix(1)` to `appendix(5)` |
| worked example of the time limit | A: 2 h 10 min, 36 made, 37 due; B: 35 in 1 h 50 min | A: 2 h 50 min, 39 made, 47 due; B: 38 in 1 h 10 min |

`II.8(c)` is worded differently to the same effect. Misprints are corrected in the registers: 1896 lacks the letter of
`I.11E(b)` and prints `II.8(d)` twice; 1899 prints Law 11 of Part II as \"II.\"; both introductions place the penalties at
the end of Part III.
";

/// Every clause at issue must exist in every code of the family; checked while compiling.
const _: () = {
    let mut i = 0;
    while i < READINGS.len() {
        let reading = &READINGS[i];
        let codes = reading.family.codes();
        let mut c = 0;
        while c < codes.len() {
            let mut l = 0;
            while l < reading.at.len() {
                assert!(
                    find(codes[c], reading.at[l]).is_some(),
                    "a reading speaks of a clause that is not in the register"
                );
                l += 1;
            }
            c += 1;
        }
        i += 1;
    }
};

macro_rules! readings {
    ($($family:ident $prefix:literal {
        $($number:literal [$($at:literal),*] $question:literal; $choice:literal; $why:literal;)+
    })+) => {
        &[$($($crate::registers::ReadingEntry {
            id: concat!($prefix, "-", $number),
            citation: concat!("reading ", $prefix, "-", $number),
            family: $crate::registers::Family::$family,
            at: &[$($at),*],
            question: $question,
            choice: $choice,
            why: $why,
        },)+)+]
    };
}

pub(super) use readings;

/// Every reading, by family and number.
pub static READINGS: &[ReadingEntry] = &{
    let mut all = [HISTORICAL[0]; HISTORICAL.len() + READINGS_2023.len()];
    let mut i = 0;
    while i < all.len() {
        all[i] = if i < HISTORICAL.len() {
            HISTORICAL[i]
        } else {
            READINGS_2023[i - HISTORICAL.len()]
        };
        i += 1;
    }
    all
};

/// The readings of the historical codes: clauses at issue, what is unclear; how we take it; why.
const HISTORICAL: &[ReadingEntry] = readings! {
    Bcc "BCC" {
        1 ["II.6(b)"] "Penalty A at once, and B or C \"then\": in one breath or two?";
            "A alone, A with B, and A with C are all open at once; A alone leaves B or C open until the opponent touches a man.";
            "The text makes B and C follow A, and II.11(a) gives the only time limit. Rival: A alone would spend the right.";
        2 ["II.5(b)", "II.11(a)"] "The offender has already completed a legal move when Penalty C is exacted.";
            "C may still be exacted until the opponent touches a man, and takes that move back with it.";
            "II.11(a) sets the time; without restoring, the King could not be moved in that turn, and a quick move would cancel the penalty.";
        3 ["II.5(c)", "II.11(c)"] "Does castling satisfy a touch of King or Rook?";
            "Touching the King or the Rook and castling is moving that man.";
            "Only II.11(c) bars castling, and only in discharge of B or C. Rival: only the King's touch would allow it.";
        4 ["II.5(c)", "II.11.B"] "Several men touched and one of them played.";
            "Each touched man that could be moved or taken and was not founds the penalty; B may then point to any man touched in the turn, the one played included.";
            "The words are \"any man\" and \"one of the men touched\". Rival: playing one touched man would satisfy all.";
        5 ["II.5(e)"] "What a touch on the opponent's turn becomes on one's own.";
            "It is carried over whole: a man then immovable gives C at once, a movable one A and B only if he then plays otherwise. Until then his moves are not narrowed. The man counts, not the square.";
            "He \"may be treated\" so, no more; and a man taken meanwhile is gone though another stands on its square.";
        6 ["II.5(f)", "I.14B(a)", "II.6(e)"] "Rook moved and let go first, then the King.";
            "The Rook's move is complete when let go, so the turn passes. If the King follows and the opponent requires nothing before touching a man, the castling stands and II.6(e) does not undo it.";
            "II.5(f) is the special law and says only that the opponent may require. Rival: an illegal second move, to be undone whenever found.";
        7 ["II.5(g)"] "A man taken off before the capturing man moves.";
            "It may be the first half of a capture; it is a mistaken removal once no capture of it is possible, or once he completes another move.";
            "A capture may be made in either order, and only the sequel shows which it was.";
        8 ["II.6(a)", "II.6(e)"] "Whose turn it is after an illegal move.";
            "The offender's, until all he changed amounts to a legal move; if the opponent completes a move meanwhile, play has passed the offender by and II.6(e) applies whenever the illegality is pointed out.";
            "II.6(a) says the turn is not ended; II.6(e) presupposes that the opponent can move nevertheless.";
        9 ["II.6(e)"] "How long an illegality can be pointed out, and by whom.";
            "By either player, at any time while the game is unfinished, however many moves later; waiving the penalty does not cure it. After the end it is for the umpire.";
            "The law sets no limit, and the introduction refuses to sanction a record that is not legal throughout.";
        10 ["II.6(e)", "II.6(c)", "II.6(d)"] "Which substituted moves the exception saves.";
            "One that would have been legal in the first instance stands, whether substituted in his own turn or in the opponent's, once the opponent has completed a move.";
            "The exception does not distinguish the two. Rival: only 6(c).";
        11 ["II.6(d)", "II.11.A"] "Which turn a second move in succession belongs to.";
            "The opponent's: restoring means the position with the opponent to play.";
            "The first move ended the offender's turn (II.6(a)). Rival: back before both moves.";
        12 ["II.6(d)", "II.11.B"] "Which men Penalty B can name after an annulled move.";
            "Those touched in making it, if one has a legal move in the offender's next turn; otherwise C only. Nothing is restored then: B or C directs that next move.";
            "The exaction comes a turn later, when the board has already been put right.";
        13 ["II.1(b)", "II.6(d)", "II.6(e)"] "Is a wrong first move also an illegal move?";
            "It falls under II.1(b) alone: after the opponent's fourth move it stands and is not undone.";
            "II.1(b) is the special law, with a time of its own. Rival: II.6(e) would undo it at any time.";
        14 ["II.1(b)", "II.2"] "Must the requirement itself be in time?";
            "The pointing out must be; the requirement may follow at once, but not after the end. \"Second player\" is he who did not move first, not always Black.";
            "The limit is put on the pointing out; I.11D defines the second player.";
        15 ["II.11(a)", "II.5.note"] "Which touch ends the right to a penalty.";
            "One on purpose, of any man. An illegal move not objected to in time is then left to II.6(e).";
            "The note to II.5 keeps accidental touches out of Law 11 too.";
        16 ["II.11(e)"] "Requiring a man that cannot move, or was not touched.";
            "It is an illegal requirement: disregarded, and the right is lost. Only lawful requirements are listed as options; the others are possible acts with this effect.";
            "No legal move answers it, which is what II.11(e) speaks of. Rival: ask again.";
        17 ["II.11.C", "II.11(c)"] "When is the King without a move?";
            "It never turns on castling: where castling is legal the King also has the square beside him. The man selected must have a legal move; the offender chooses the move.";
            "The three squares of I.11E(e) include the adjoining one.";
        18 ["II.11.B"] "Penalty B names an adverse man.";
            "The offender chooses with which man to take it; taking in passing counts.";
            "The opponent indicates men touched, and nothing more.";
        19 ["I.15(c)"] "Is a game that cannot be won over of itself?";
            "No: it is drawn when a player claims it (ground `drawn-game`) or the umpire says so.";
            "I.15(c) only defines, and II.8 does not list it. Rival: drawn at once, as stalemate is.";
        20 ["II.8(b)"] "Whose fifty moves.";
            "The last fifty of each player, counted for each separately: after a capture by White at move n the claim is first good on Black's turn after White's move n+50. Pawn moves and promotions do not matter.";
            "The law says \"on each side\" and names captures alone.";
        21 ["II.8(c)"] "Which turns are compared.";
            "The position at the first player's first turn counts; a turn restored by penalty or II.6(e) counts once.";
            "A restored turn is the same turn begun again.";
        22 ["II.8(d)"] "How endless checks are proved.";
            "If from every reply the claimant again has a check, without end; doubtful cases go to the umpire. A check that mates counts for the claimant.";
            "His opponent does not escape the checks by being mated.";
        23 ["II.8(b)", "II.8(c)", "II.8(d)"] "A claim that fails.";
            "No penalty; the claimant may move or claim on another ground.";
            "No clause attaches anything to it.";
        24 ["II.9.proviso"] "When the opponent knows of an offence.";
            "At the act, if it happened in his sight; for II.9(b) to (d), when it is stated in the record. What he must not have done is complete a move since.";
            "A record can show when a thing was said, not when it was suspected.";
        25 ["II.9(a)", "II.9(b)", "II.9(c)", "II.9(d)"] "Wilfulness and other facts.";
            "They are the umpire's if denied.";
            "No act at the board proves an intention.";
        26 ["II.10B(a)", "II.10C(a)", "II.10C(c)", "II.10C(d)"] "Hours, limits and the broken hour.";
            "\"Hour\" is the period the time limit names. A move completed exactly at the limit is in time. Due at the close: the sum for full periods plus the whole part of the share; surplus lowers nothing but counts as made. Neither short: unfinished, for the parties.";
            "The worked examples of both introductions come out so.";
        27 ["I.13C", "I.13B"] "A text with something left out.";
            "It expresses every legal move that fits each word and sign it has. One: that is the move; several: the receiver adopts; none: Penalty C. A promotion without its piece is four moves. A dash for a capture, or the other edition's sign, is read if it fits a legal move.";
            "Anything may be omitted that the move can do without, and no illegal meaning is taken while there is a legal one.";
        28 ["I.6", "I.8"] "How long a piece keeps King's or Queen's name.";
            "Through the game; a promoted piece has none; in a game begun from a set position only men on their original squares have them.";
            "The name comes from where the piece starts an ordinary game.";
        29 ["II.7(c)", "III.3"] "Penalty C outside the touching laws.";
            "It is Penalty C of II.11 entire: no castling, and with the King shut in the opponent selects a man.";
            "There is one Penalty C.";
        30 ["II.7(a)"] "Moves made after a wrong resumption.";
            "All are void; then the sealed move is made.";
            "The position of the adjournment is to be restored, and they did not start from it.";
        31 ["III.2(b)", "III.2(a)"] "When touching counts in games by communication.";
            "Only under twenty-four hours, and for consulting sides; with more time, handling a board is help and free. Another player's help stays barred in both.";
            "III.2(a) frees any means but another player.";
        32 ["III.5"] "What becomes of a conditional series.";
            "A legal move arrived at is the move made; the series ends at the first reply not assumed; what follows an illegal one is void.";
            "Only what is arrived at in play can bind.";
        33 ["III.4", "III.3"] "One of several moves sent for a turn is illegal.";
            "Only the legal ones can be adopted; if none is legal, III.3.";
            "Nobody can adopt what cannot be played.";
        34 ["IV.2", "IV.4"] "The receiver has several moves, the giver the first one.";
            "He who has several moves begins.";
            "IV.4 says he must begin with them, and IV.2 gives way to agreement.";
        35 ["IV.4"] "What several moves in one turn are.";
            "One turn to play, so Penalty A takes back all of them; each must leave his own King out of check; taking in passing applies to the last only.";
            "The law itself speaks of one turn.";
        36 ["IV.5"] "By whom the corner must have stayed unoccupied.";
            "By any man of either colour.";
            "The word is not qualified.";
        37 ["IV.6"] "What mating with a Pawn is.";
            "The Pawn must itself give check in the mate: a double check will do, another man's check uncovered by it will not.";
            "The Pawn is what mates.";
        38 ["IV.8"] "Draws and resignation under an undertaking.";
            "Stalemate, a draw claimed and a mate against the condition forfeit; a draw agreed, or the opponent's resignation, releases.";
            "Those last are the opponent's own act.";
        39 ["I.14B(b)", "I.11E(d)"] "A Pawn left a Pawn on the last rank.";
            "The move is not complete: the turn goes on until a piece is named.";
            "I.14B(b) completes no promotion without a piece. Rival: an illegal move.";
        40 ["II.11(a)", "II.11(d)", "II.11(e)"] "Several offences of one player stand open at once.";
            "Each clause gives its own penalties, which are waived or forfeited by themselves. One of B and C, once exacted, settles all, for it directs the only move of the turn.";
            "II.11(e) forfeits the right for the offence committed, and no other. Rival: a later offence takes the place of an earlier.";
    }
    Fide "FIDE" {
        1 ["9.iii", "9.v", "1.ii"] "No clause forbids uncovering one's own King with a pinned man or by taking en passant.";
            "It is illegal, and 17 applies.";
            "1.ii and 9 together make no sense otherwise.";
        2 ["9.vi", "17(b)"] "In check, a capture that does not answer it.";
            "9.vi governs: he is bound to the man touched.";
            "It is the special rule; 17(b) would let the Opponent choose.";
        3 ["9.vi", "18.i", "17(d)"] "A check left unanswered and found late.";
            "The duty to use the touched man is lost as a penalty is; once the Opponent has touched a man 17(d) governs and any answer will do.";
            "It burdens the offender in the Opponent's favour, which is what 18.i limits.";
        4 ["15(a)", "15(b)"] "\"Touch\" is not qualified. Does an accident bind?";
            "No.";
            "14.iii deals with accidents and attaches no penalty.";
        5 ["14.ii", "15(b)"] "Adjusting the Opponent's man with notice: forbidden, no penalty stated.";
            "Notice protects one's own men only, so 15(b) applies.";
            "14.i gives leave for one's own men and nothing else.";
        6 ["14.i", "18.i"] "The Opponent adjusts his own men unasked.";
            "A breach without penalty; it counts as touching for 18.i.";
            "Only the Player is given leave, and 18.i makes no exception.";
        7 ["15(a)", "8.castling", "annexe.vi"] "Does castling satisfy a touch?";
            "The King's touch, yes; a Rook touched first must be moved alone.";
            "Castling stands in the King's paragraph of 8, and the annexe has the King moved first.";
        8 ["15(d)", "18.ii"] "King and Rook both touched.";
            "Several men: the Opponent may name either, never castling. Touches that are parts of castling in the order of 8, King first, are not several men.";
            "18.ii bars castling as a penalty move.";
        9 ["15(c)", "15(d)", "15(e)"] "Two own men and an opposing man touched, or the reverse.";
            "The Opponent names under (d) or (e), then (c) applies to the pair.";
            "Not provided for; this uses every clause that touches it.";
        10 ["15(c)", "15(d)", "15(e)", "18.i"] "The Player plays one of the alternatives before the Opponent has chosen.";
            "It stands unless the Opponent, before touching a man, names another.";
            "18.i gives him until then, and 18.iv puts the position back.";
        11 ["13(a)", "annexe.vi"] "A man set down, not let go, and carried further.";
            "The square where it is let go counts.";
            "13 calls the move incomplete; the annexe's \"at once\" has no sanction.";
        12 ["8.promotion", "17(a)", "13(d)"] "A Pawn left a Pawn on the eighth rank.";
            "By hand in parts, an incomplete move; a whole move `e7e8p`, an illegal one.";
            "A whole move claims to be finished, and 8 forbids that finish.";
        13 ["17(a)", "8.castling"] "After illegal castling, which man was moved illegally?";
            "The King.";
            "Castling is a move in the King's paragraph.";
        14 ["18.ii"] "Does a King's penalty move exclude castling?";
            "It cannot be imposed; the Player may choose it.";
            "18.ii speaks of exacting only. Rival: no castling at all, as elsewhere.";
        15 ["18.iii", "17"] "An illegal penalty named after an illegal move.";
            "The illegal move is still retracted; only the penalty lapses.";
            "What is abrogated is the right to a penalty, and retracting is none.";
        16 ["17", "17(d)"] "The offender notices his own illegal move.";
            "17(d): proved by anyone; but until the Opponent touches a man, 17(a) and the choice under it stay his.";
            "17 itself speaks of the Opponent's notice, 17(d) of nobody's.";
        17 ["12.ii", "17"] "Moving out of turn, or moving the other's men.";
            "12.ii: the position is reinstated, without penalty; but who moved the Opponent's man in his own turn has touched it, and 15(b) binds him once it is put back.";
            "17 speaks of the Player and his illegal move only.";
        18 ["16(b)"] "How endless checks are proved.";
            "On the board or by showing the forced series; the claimant must be the Player.";
            "Either is proof.";
        19 ["16(c)"] "What a position is, and when it is too late.";
            "Men and Player only; castling and en passant do not count. Touching a man is not yet playing on.";
            "The clause defines sameness by men and says nothing of rights.";
        20 ["16(d)"] "An offer before, accepted after Black's thirtieth move.";
            "Agreement dates from acceptance. Moves before a given start position do not count.";
            "There is no agreement until both have agreed.";
        21 ["16(e)", "16(f)"] "One clause lets the Player claim, the next either.";
            "Either may claim.";
            "16(f) closes by saying so of both conditions.";
        22 ["16(f)"] "From when the demanded fifty run.";
            "From the demand, apart from the count of (e).";
            "A demand to be mated in fifty looks forward.";
        23 ["16(f)", "16(e)"] "Fifty of whose moves.";
            "Fifty on each side.";
            "(f) takes over the conditions of (e).";
        24 ["16(f)", "16(e)"] "Who establishes the theoretical number, and does it suspend (e)?";
            "Endgame tables where they reach, else the umpire; counted, like the fifty, in moves without capture or Pawn move, from where the count begins. In such a position it replaces fifty in (e) too.";
            "It is allowed instead of the fifty, and the closing sentence joins both conditions. Rival: the whole distance to mate, though the count begins again on the way.";
        25 ["17(c)"] "Sealed records that are ambiguous, unreadable or empty.";
            "The same test: can the official put it right with certainty?";
            "They are not called illegal, but nothing else provides for them.";
        26 ["21.v", "21.vi"] "\"The Player\" at adjournment and on resumption is not the same person.";
            "In v the Opponent is the sealer's, and the clock started is that of the person to reply; in vi, too, it is the person to reply.";
            "The sealer has already made his move.";
        27 ["21.i"] "Must a move be sealed?";
            "No: a game may be resumed without one, same Player, same position.";
            "It is called a right.";
        28 ["20.i(a)", "20.ii"] "Exactly on the limit.";
            "Not exceeded.";
            "The offence is exceeding.";
        29 ["20.v"] "Never arriving; good reason.";
            "Absence past the hour is the same as arriving after it; the reason is for the umpire.";
            "Not coming cannot be better than coming late.";
        30 ["20.iii", "annexe.viii"] "One forbids telling the players of a running clock, the other asks the Player to.";
            "20.iii is for third persons, annexe.viii for the Player.";
            "So both can hold.";
        31 ["22.v", "4.ii"] "The giver of a man moves first, and so does White.";
            "The giver has White unless the move is given too. Black giving a man with no move is not provided for.";
            "4.ii and 22.v can only both hold so.";
        32 ["22.viii", "8.castling"] "Castling without the Rook: which conditions.";
            "The other conditions of 8 apply; no Rook appears.";
            "22.viii adds a condition and lifts none.";
        33 ["12.i"] "An unfounded claim of a wrong array.";
            "Refused when the record shows the ordinary position.";
            "The clause asks for proof.";
        34 ["19.ii", "19.iv"] "\"Reasonable time\", \"arrangements\".";
            "For the umpire.";
            "Neither can be measured from the record.";
        35 ["24.ii"] "A game \"adjourned\" for a dispute.";
            "Play is suspended; moves meanwhile have no effect.";
            "No move is sealed and no session ends.";
        36 ["annexe.vii"] "The effect of a forbidden addition to a sealed move.";
            "It is void and the move stands.";
            "No effect is stated.";
        37 ["5.iii", "5.iv"] "No sign for promotion or en passant, `x` for capture and for mate, and examples that disagree.";
            "Accept all; write `Q.KB4` and `R(KKt2) Kt4` as in the examples.";
            "The examples are the only authority on form.";
        38 [] "Resignation is nowhere mentioned.";
            "It ends the game.";
            "The annexe knows of abandoning a game, and every code allows it.";
        39 ["22.i", "19.i"] "Two laws numbered 21, and 19.i breaks off.";
            "Odds are 22; the lost word of 19.i is \"men\".";
            "23 follows; and board and men are what can be upset.";
        40 ["10.i", "18.i"] "A mate given by a move against which a penalty is open.";
            "The opponent has his penalty first; who gave mate may claim it, and then the next act of the opponent decides.";
            "A move that may be taken back has ended nothing yet, and nobody may hold a game up by saying nothing.";
    }
    Bca "BCA" {
        1 [] "Moves of the men, check, mate, who is White, the array.";
            "The ordinary game. Mate wins; an ended state so reached has no clause to cite.";
            "III and XI speak of winning and mating.";
        2 [] "Stalemate.";
            "Drawn.";
            "Every English code of the century says so (XXIII of the Twenty-five Laws).";
        3 ["XI"] "Repetition.";
            "No draw.";
            "XI deals with it and gives only the call for a draw or mate within fifty moves.";
        4 ["III"] "A draw by agreement.";
            "Offer and acceptance draw the game.";
            "III presupposes drawn games.";
        5 ["VII", "X"] "The conditions of castling.";
            "The ordinary ones: King and Rook unmoved, none between, King not in, through or into check. Unlawful castling is a false move of the King; the Rook is another man.";
            "X tells only how to castle. Rival: a false move of either.";
        6 ["III"] "Which man is given as odds, who then begins, and what several moves are.";
            "The record names the square; where it names a kind alone, the man that is given by custom, the King's Bishop's Pawn or the Queen's piece. Who begins goes by lot, that is, by the header. Odds of several moves are so many moves like others.";
            "No law of odds but the castling of X.";
        7 ["VI"] "Moving the adversary's man.";
            "At least a touch: put back, taken if it can be, else the King moves.";
            "VII speaks of a man of his own.";
        8 ["VII"] "Taking one's own man.";
            "A false move.";
            "That square is one the man cannot legally go to.";
        9 ["XII"] "What taking in passing is.";
            "The ordinary rule.";
            "XII presupposes it.";
        10 ["I"] "The board turned right in mid-game.";
            "Nothing in the position changes, nothing is begun again, and there is no limit.";
            "Only adjusting the board may be insisted on.";
        11 ["II"] "Properly placed by what measure?";
            "The ordinary array less the odds agreed; odds left on by mistake are men not properly placed: annulled.";
            "The law makes no exception for odds.";
        12 ["II", "XV"] "A dropped man whose square is disputed.";
            "Dispute; the umpire can only annul.";
            "XV binds him to the text, and the text annuls.";
        13 ["III"] "First move and colour.";
            "Separate lots: colour kept for the sitting, move alternating, so Black will often begin. The lot's result is taken from the header.";
            "The law names two rights.";
        14 ["IV", "V"] "A wrong first move.";
            "IV (annul), never V (retract). Pointed out by anyone; the line is eight half-moves.";
            "IV is the special law.";
        15 ["V", "VII", "IX"] "When a move out of turn must go back.";
            "It needs a claim before the adversary replies; after a reply it is an illegality replied to (VII). If the man is the King, playing him is a penalty: no castling.";
            "\"Must\" leaves the adversary no choice of penalty, yet IX asks that a penalty be claimed.";
        16 ["VI", "IX"] "Is the duty of a touch immediate, or only if exacted?";
            "Immediate; the opponent may release him. Where the opponent has to select, the moves open are what the touched men can play.";
            "The word is \"must\". Rival: as in the British Chess Code.";
        17 ["VI"] "One's own and an adverse man both touched.";
            "The move that satisfies both; if none, the opponent chooses which duty.";
            "Both duties hold, and choices go to the opponent.";
        18 ["VI", "IX"] "A King that could only castle.";
            "He has no legal move.";
            "IX forbids castling as a penalty.";
        19 ["VI", "X"] "King touched first, then castling.";
            "Allowed; that is no King's move by way of penalty.";
            "X asks for exactly this order.";
        20 ["VI"] "Touching out of turn.";
            "Forbidden, without penalty.";
            "None is stated: the duties are for one's own turn.";
        21 ["VII"] "Who names the other man to be moved after a false move?";
            "The opponent.";
            "As in VI. Rival: the offender moves any he likes.";
        22 ["VII"] "Who chooses the man that takes lawfully?";
            "The offender; the opponent only chooses that it be taken.";
            "The choice given is between the three courses.";
        23 ["VII", "VIII"] "A pinned man moved, or the King moved into check.";
            "A false move (VII), not neglect of a check (VIII).";
            "No check had been given.";
        24 ["VII"] "Four moves on each side: at five against four neither phrase fits.";
            "Retract until both have made five.";
            "Both phrases count each side.";
        25 ["VII", "IX"] "What the offender owes after a later retraction.";
            "Nothing: he plays freely.";
            "The opponent has replied, so the penalty is lost.";
        26 ["VII", "IX"] "A false move waived or answered.";
            "It stands until retracted under VII.";
            "Letting a penalty go is not consenting to the illegality.";
        27 ["VII"] "What an illegality is.";
            "Any unlawful move: false, out of turn, against touch and move.";
            "The word is wider than false move. Rival: false moves only.";
        28 ["VIII"] "An unannounced check neglected.";
            "The move is retracted at once without the King's penalty.";
            "That penalty is for checks given and announced.";
        29 ["VIII"] "May the King himself take the checking piece under the penalty?";
            "Yes.";
            "That is moving the King out of check; what is lost is taking with another man.";
        30 ["VIII"] "\"Mate\" said, and mate given in silence.";
            "\"Mate\" announces check. Silent mate ends the game all the same.";
            "No move can obviate it.";
        31 ["VIII", "IX"] "An announced check neglected, answered, and found later.";
            "Retracted to the check; the King's penalty has lapsed.";
            "The opponent has replied.";
        32 ["VIII"] "A King exposed by his own side's move, found later.";
            "That move is the one that gave the check, and is retracted too.";
            "Otherwise the position restored would still be unlawful.";
        33 ["VIII", "IX"] "A completed move made because of a false cry.";
            "It stands; only a touch is excused.";
            "The cry means nothing, and IX excuses touching alone.";
        34 ["VIII"] "Moves not remembered.";
            "Cannot arise in a record; only an umpire can find it.";
            "The record remembers.";
        35 ["IX"] "Lost on touching, yet kept when the touch is a consequence.";
            "A touch directly after a false or illegal move or a false cry is presumed a consequence; a completed reply always loses the penalty. For other rights (VI, X) a touch already loses them.";
            "So both sentences keep an effect.";
        36 ["X"] "Castling without the Rook.";
            "Subject to the ordinary conditions; also the corner must not be held by an adverse man.";
            "He moves as though the Rook were there, and it could not stand on another man.";
        37 ["X"] "Claiming the Rook's move as complete.";
            "Presupposes that the Rook's move is legal; in lawful castling it is.";
            "An illegal one is under VII.";
        38 ["XI"] "\"Equal or superior force\".";
            "By the scale Queen, Rook, Bishop equal to Knight, Pawns counting; analogous cases are the umpire's.";
            "The list itself pairs the forces so.";
        39 ["XI"] "When an opponent \"persists\".";
            "Three times suffice.";
            "The law puts no number to it.";
        40 ["XI"] "Whose claim makes play go on after the fifty?";
            "The caller who was not mated: he may have the draw or go on, so the draw is at his claim.";
            "The sentence is about him who was to be mated.";
        41 ["XI"] "How the fifty are counted.";
            "Fifty by each side after the call; nothing begins the count anew; mate on the fiftieth counts.";
            "No restart is mentioned. Rival: the fresh fifty of the Twenty-five Laws.";
        42 ["XIII", "VI"] "Which piece, and what a Pawn that stays can do.";
            "Not a King nor a man of the other colour. The Pawn that stays has no move, commands nothing, blocks, may be taken, and is never promoted later; touched, it is a man that cannot move.";
            "It has no rank ahead of it, and the option comes once.";
        43 ["XIV"] "Upsetting the board.";
            "Only on purpose; the record says when it was not.";
            "The law says wilfully.";
        44 ["XV"] "One player's appeal.";
            "It suffices for the umpire to act; finality is stated for questions put by both.";
            "He is to act when appealed to, by whomever.";
        45 ["VI", "XV"] "A move sealed at an adjournment.";
            "It is opened when play is resumed, whoever is there, and counts as a move played: what he was bound to he was bound to write, and the penalty may then be exacted.";
            "The laws know no sealing; an envelope should free nobody from what his hand had bound him to.";
    }
    Xxv "XXV" {
        1 ["IV", "XXV"] "Mate, resignation, agreement, repetition, leaving.";
            "Mate wins, resignation loses, agreement draws, repetition gives nothing, leaving or upsetting goes to XXV.";
            "IV implies that mate wins; the rest is the ordinary game.";
        2 [] "Moves of the men, who is White, colours in later games.";
            "The ordinary game; the header.";
            "Nothing is said.";
        3 ["XXV"] "First move made by the wrong player.";
            "No penalty; XXV.";
            "No law touches it.";
        4 ["I"] "Recommencing: with what, and until when.";
            "Same men, same first move; the limit is four moves by each, eight half-moves.";
            "The law counts each player.";
        5 ["II"] "His own fourth move, or four each?";
            "Each player's limit is his own fourth move; after four each, nobody.";
            "Both sentences then hold.";
        6 ["II", "XXV"] "The misplaced man has since moved or been taken.";
            "It cannot be rectified; XXV.";
            "There is no longer a wrong square to put right.";
        7 ["III"] "Who adds the forgotten men, and where.";
            "Only the forgetful player, to the proper square if vacant, before his own fourth move.";
            "The law gives leave to him alone and counts his moves alone.";
        8 ["IV"] "Between his fourth move and four on both sides.";
            "His own fourth move ends his liberty, and the draw follows from that moment. Any win of the giver's, also by resignation, is only a draw; the receiver can still win.";
            "A gap in which neither rule held would be idle.";
        9 ["V", "VI"] "Does giving a Pawn give the move, and which of two pieces alike is given?";
            "It does not: the move goes by lot or agreement. Of two pieces alike the Queen's is given.";
            "\"Piece or Pawn\" elsewhere shows that a piece is not a Pawn; VI names the Pawn that is given and no piece, and the later codes name the Queen's.";
        10 ["VII"] "Is the duty immediate, and does an accident bind?";
            "Immediate; a touch recorded as accidental is no touching by the player.";
            "The word is \"must\"; accidents are not excepted in words, but are no act of his.";
        11 ["VII", "XVII", "XII"] "A touched man merely blocked; several men touched.";
            "No penalty; of several the adversary says which.";
            "XVII is only for exposing the King; XII gives the analogy.";
        12 ["VIII"] "\"Where he likes\".";
            "Not back to its own square as a move.";
            "That would be no move.";
        13 ["IX"] "Who chooses between taking and the King.";
            "The adversary; until he compels, nothing is forbidden. With what to take is the offender's choice.";
            "The offender \"may be compelled\".";
        14 ["X"] "Taken where it stood or where it was put; and what follows.";
            "Where it stood. Replaced: no further penalty and he makes his move. Let remain: it counts as his move.";
            "A kindred code has it replaced and taken, or left as if correct.";
        15 ["XI", "XIII"] "May a false capture be left standing?";
            "Only by waiving. If neither choice can be performed the men are put back without penalty.";
            "XI is the special law for captures and does not list it.";
        16 ["XIII"] "A choice that cannot be performed.";
            "It is not open.";
            "As IX and XVII say of theirs.";
        17 ["XIII", "XVI", "XVII", "IX"] "May the King moved as a penalty castle?";
            "No.";
            "The code does not say; castling moves two men, and every later code forbids it.";
        18 ["XIII", "XVII"] "A man moved within its power that exposes the King.";
            "XVII: the King must move; if he cannot, the man is put back.";
            "The square is within its power, so XIII does not fit.";
        19 ["XIV"] "Both moves counting as \"only one\".";
            "Both moves stand and it is the adversary's turn. No duty follows on annulment.";
            "A kindred code says that both moves shall remain.";
        20 ["XV"] "Taking in passing: when.";
            "At once, by the next move only.";
            "The definition is in another chapter of the book.";
        21 ["XVI", "XVII", "XIX"] "Castling into check; attacks on the Rook.";
            "A King castling into check is not among the five cases: it is a move that leaves him in check. Attack on the Rook or its path is no bar. Attackers include Pawns. With King and Rook both immovable only leaving it stands open.";
            "The five cases are a closed list.";
        22 ["XVII"] "Which men, and neglected checks.";
            "Pawns too; it also answers a neglected announced check.";
            "The man moved then cannot be moved without leaving the King in check.";
        23 ["XVIII"] "\"Any move\" after a silent check.";
            "It frees him from that check only; he may not expose the King to another. He may also meet it.";
            "Silence excuses ignoring the one check not announced.";
        24 ["XVIII"] "Mate without a word.";
            "No notice, no obligation: the game goes on until the word is said.";
            "The duty to meet a check begins with the notice.";
        25 ["XVIII"] "Taking the King.";
            "He is never taken.";
            "The silent checker can gain nothing by it.";
        26 ["XVIII"] "When the last move may be recalled.";
            "When the checker's next move is made with \"check\", whether or not it also attacks a piece; both last moves go back.";
            "The attack on a piece is the example, the late announcement the reason.";
        27 ["XIX", "XVIII"] "\"Two or more moves\".";
            "Of the player in check; a single one is XVIII's affair. Either player may perceive it. Unknown origin: umpire.";
            "XVIII already deals with the first.";
        28 ["XX"] "A completed interposition after a false cry.";
            "It may be recalled like the King's move.";
            "The \"&c.\" covers it; the limit is the adversary's moving.";
        29 ["XXI"] "May a Pawn stay a Pawn?";
            "No.";
            "It assumes the power of a piece at once.";
        30 ["XXII"] "The number lost in the first sentence of the print.";
            "Fifty.";
            "The next sentence names it.";
        31 ["XXII"] "Is a claim needed when the fifty are over?";
            "No: drawn of itself.";
            "The words are \"held drawn\"; nobody is told to ask.";
        32 ["XXII", "XXV"] "Which endings the \"&c.\" adds.";
            "Pawnless, one side able to mate, the other with at most one piece; otherwise XXV. Notice is the weaker side's to give.";
            "The examples are all of this kind.";
        33 ["XXII"] "Force changed during the count.";
            "Fifty fresh moves from the change; the first notice still serves.";
            "The law allows fifty in the new position and asks for no new notice.";
        34 ["XXIV"] "Which touch loses the penalty, and which rights it ends.";
            "A touch without j'adoube; it ends penalties (IX to XVII), not the rights of XVIII to XX. After it the false move stands and the touched man must be played.";
            "The rights of XVIII to XX are no penalties.";
        35 ["XXV"] "How far the bystanders' word goes.";
            "It decides only what no law decides.";
            "It is for new situations.";
        36 ["VII", "XXV"] "A move sealed at an adjournment.";
            "It is opened when play is resumed, whoever is there, and counts as a move played: what he was bound to he was bound to write, and the penalty may then be exacted.";
            "The laws know no sealing; an envelope should free nobody from what his hand had bound him to.";
        37 ["VII", "XXV"] "Mate or stalemate while a man lies off the board that the other player knocked off.";
            "The game does not end yet: the man is put back and the move with it, and he moves again.";
            "The missing man might have stopped it; where it could not, he mates again at once.";
    }
};
