/* Which acts can be done from the page, and what does each need? Every act of the record, for the form that offers
   what the board and the buttons do not. */
import { capital, type Act, type Party } from "../record.js";
import { reader, typeset } from "../say.js";

export interface Field {
  name: string;
  label: string;
  type: "square" | "squares" | "move" | "text" | "lines" | "number" | "flag" | "choice" | "pairs" | "clocks" | "given" | "fen";
  /** For a choice all there is to choose from; for a text only what is usual. */
  choices?: [value: string, label: string][];
  must?: boolean;
  hint?: string;
  /** Asked for only where this other field has this value. */
  only?: [field: string, value: string];
}

export interface ActForm {
  act: Act["act"];
  label: string;
  group: "Hand" | "Word" | "Right" | "Game" | "Umpire" | "Post";
  fields: Field[];
  by?: Party[];
}

const KINDS: [string, string][] = [
  ["q", "Queen"],
  ["r", "Rook"],
  ["b", "Bishop"],
  ["n", "Knight"],
  ["p", "remains a Pawn"],
  ["k", "King"],
];

const what = (choices: [string, string][]): Field => ({
  name: "what",
  label: "What",
  type: "choice",
  choices,
  must: true,
});

const PROPOSALS: [string, string][] = [
  ["draw", "a draw"],
  ["annul", "to annul the game"],
  ["adjourn", "to adjourn"],
  ["go-on", "to go on with the game"],
  ["umpire", "to put it to an umpire"],
  ["correct", "to correct the illegal move"],
];

const SQUARE: Field = { name: "square", label: "Square", type: "square", must: true };

const PENALTIES: Record<string, string> = {
  move: "that the man be moved",
  take: "that the man be taken",
  king: "a move of the King",
  other: "a move of another man",
  stand: "that it stay as it is",
  replace: "that the men go back",
};

export const ACTS: ActForm[] = [
  {
    act: "move",
    label: "Make a whole move",
    group: "Hand",
    fields: [
      { name: "move", label: "Move", type: "move", must: true, hint: "from and to, such as e2e4 or e7e8q" },
      {
        name: "say",
        label: "Saying",
        type: "choice",
        choices: [
          ["check", "“check”"],
          ["mate", "“mate”"],
        ],
      },
    ],
  },
  {
    act: "touch",
    label: "Touch a man",
    group: "Hand",
    fields: [
      SQUARE,
      { name: "accident", label: "by accident", type: "flag" },
      { name: "hold", label: "and keep the hand on it", type: "flag" },
    ],
  },
  { act: "adjust", label: "Adjust a man, with notice", group: "Hand", fields: [SQUARE] },
  { act: "lift", label: "Lift a man", group: "Hand", fields: [SQUARE] },
  { act: "place", label: "Put it on a square", group: "Hand", fields: [SQUARE] },
  {
    act: "quit",
    label: "Let go",
    group: "Hand",
    fields: [{ name: "square", label: "Which man (if two are in hand)", type: "square" }],
  },
  {
    act: "remove",
    label: "Take a man off the board",
    group: "Hand",
    fields: [SQUARE, { name: "mistake", label: "by mistake, outside a move", type: "flag" }],
  },
  {
    act: "promote",
    label: "Name or place the promoted man",
    group: "Hand",
    fields: [
      { name: "to", label: "Becomes", type: "choice", choices: KINDS, must: true },
      {
        name: "how",
        label: "How",
        type: "choice",
        choices: [
          ["piece", "the piece itself is put there"],
          ["named", "it is only named"],
          ["substitute", "something stands for it"],
        ],
      },
      { name: "square", label: "Square (when the Pawn is not on it)", type: "square" },
      {
        name: "colour",
        label: "Colour (only if it is the wrong one)",
        type: "choice",
        choices: [
          ["white", "white"],
          ["black", "black"],
        ],
      },
    ],
  },
  { act: "upset", label: "Upset the board", group: "Hand", fields: [{ name: "accident", label: "by accident", type: "flag" }] },
  {
    act: "say",
    label: "Say something",
    group: "Word",
    fields: [{ name: "words", label: "Words", type: "text", must: true }],
  },
  { act: "offer", label: "Offer", group: "Word", fields: [what(PROPOSALS)] },
  { act: "accept", label: "Accept", group: "Word", fields: [what(PROPOSALS)] },
  { act: "decline", label: "Decline", group: "Word", fields: [what(PROPOSALS)] },
  {
    act: "consent",
    label: "Consent to what would be an offence",
    group: "Word",
    fields: [
      {
        name: "what",
        label: "To what",
        type: "text",
        must: true,
        choices: [
          ["substitute", "another move instead of an illegal one"],
          ["assistance", "help from others"],
          ["book", "the use of a book"],
          ["second-board", "a second board"],
        ],
      },
    ],
  },
  {
    act: "claim",
    label: "Claim",
    group: "Right",
    fields: [
      {
        name: "ground",
        label: "Ground",
        type: "choice",
        must: true,
        choices: [
          ["repetition", "the position has been repeated"],
          ["fifty-moves", "fifty moves"],
          ["endless-checks", "checks without end"],
          ["drawn-game", "the game cannot be won"],
          ["stalemate", "stalemate"],
          ["mate", "mate"],
          ["normal-means", "the opponent cannot win by normal means"],
          ["no-effort", "the opponent makes no effort to win"],
          ["agreement", "agreement"],
          ["forfeit", "a forfeit"],
        ],
      },
      {
        name: "offence",
        label: "The offence, or the clause that names it",
        only: ["ground", "forfeit"],
        type: "text",
        choices: [
          ["upset", "the board was upset"],
          ["falsify", "the position was falsified"],
          ["second-board", "a second board was used"],
          ["book", "a book was consulted"],
          ["assistance", "help was had"],
          ["refusal", "refusal to obey the law"],
          ["time", "the time is overstepped"],
          ["absence", "absence"],
        ],
      },
    ],
  },
  { act: "demand", label: "Demand mate in fifty moves", group: "Right", fields: [what([["mate-in-fifty", "mate in fifty moves"]])] },
  {
    act: "point-out",
    label: "Point out an error",
    group: "Right",
    fields: [
      {
        name: "error",
        label: "Error",
        type: "choice",
        must: true,
        choices: [
          ["illegal-move", "an illegal move"],
          ["king-left-in-check", "a King left in check"],
          ["first-move", "the wrong player began"],
          ["men", "men wrongly set up"],
          ["board", "the board stands wrongly"],
          ["dropped-man", "a man has dropped off"],
          ["resumed-position", "the position was wrongly resumed"],
          ["touched-man", "a man touched and not played"],
          ["colours", "the colours are exchanged"],
          ["clock", "the clock is wrong"],
          ["displaced-man", "a man out of its place"],
          ["illegal-position", "an illegal position"],
        ],
      },
      { name: "move", label: "Which move (counted from 1, both sides)", type: "number" },
    ],
  },
  {
    act: "exact",
    label: "Exact a penalty",
    group: "Right",
    fields: [
      {
        name: "penalty",
        label: "Penalty",
        type: "choice",
        must: true,
        choices: ["A", "B", "C", "A+B", "A+C", "move", "take", "king", "other", "stand", "replace"].map(
          (word): [string, string] => [word, PENALTIES[word] ?? `penalty ${word}`],
        ),
      },
      { name: "man", label: "The man, where one is named", type: "square" },
      { name: "men", label: "The men, where two are named", type: "squares", hint: "e2, g1" },
      { name: "move", label: "The move, where one is named", type: "move" },
    ],
  },
  {
    act: "require",
    label: "Require",
    group: "Right",
    fields: [
      what([
        ["replace-man", "that the man go back"],
        ["remove-hand", "that the hand be taken away"],
        ["quit", "that the man be let go"],
        ["complete-castling", "that castling be completed"],
        ["rook-move-stands", "that the Rook’s move stand"],
        ["annul", "that the game be annulled"],
        ["retract", "that the move be retracted"],
        ["replace-promoted", "that the promoted man be replaced"],
        ["proceed", "that the game proceed"],
        ["adjust-board", "that the board be turned right"],
        ["adjust-men", "that the men be put right"],
        ["rectify", "that it be rectified"],
        ["add-men", "that the forgotten men be added"],
        ["remove-odds", "that the odds be taken off"],
        ["recommence", "that the game begin again"],
      ]),
      { name: "square", label: "Square", type: "square" },
    ],
  },
  {
    act: "waive",
    label: "Let it pass",
    group: "Right",
    fields: [{ name: "clause", label: "Clause", type: "text" }],
  },
  {
    act: "adopt",
    label: "Adopt a reading",
    group: "Post",
    fields: [{ name: "move", label: "Move", type: "move", must: true }],
  },
  {
    act: "send",
    label: "Send a move",
    group: "Post",
    fields: [
      { name: "text", label: "The move, as it is written", type: "text" },
      { name: "texts", label: "Or several moves for one turn, one to a line", type: "lines" },
      { name: "if", label: "Conditional lines", type: "pairs" },
      { name: "adopt", label: "Adopting this reading of your opponent’s text", type: "move" },
    ],
  },
  { act: "resign", label: "Resign", group: "Game", fields: [] },
  { act: "abandon", label: "Abandon the game", group: "Game", fields: [] },
  { act: "refuse", label: "Refuse to obey the law", group: "Game", fields: [] },
  { act: "arrive", label: "Arrive", group: "Game", fields: [] },
  { act: "adjourn", label: "Adjourn", group: "Game", fields: [] },
  {
    act: "seal",
    label: "Seal a move",
    group: "Game",
    fields: [{ name: "record", label: "The move, as you write it", type: "text", must: true }],
  },
  {
    act: "resume",
    label: "Resume",
    group: "Game",
    fields: [
      { name: "board", label: "The men as set up (only if otherwise than they stood)", type: "fen" },
      { name: "clocks", label: "Clocks as the umpire has set them (only if otherwise)", type: "clocks" },
    ],
  },
  {
    act: "dispute",
    label: "Put a question to the umpire",
    group: "Game",
    fields: [{ name: "question", label: "Question", type: "text", must: true }],
  },
  {
    act: "decide",
    label: "Decide",
    group: "Umpire",
    by: ["umpire"],
    fields: [
      { name: "ruling", label: "Ruling, in words", type: "text" },
      {
        name: "result",
        label: "Result",
        type: "choice",
        choices: [
          ["white", "White wins"],
          ["black", "Black wins"],
          ["drawn", "drawn"],
          ["annulled", "annulled"],
        ],
      },
      {
        name: "fact",
        label: "Fact found",
        type: "text",
        choices: [
          ["accident", "it was an accident"],
          ["wilful", "it was wilful"],
          ["unascertainable", "it cannot be ascertained"],
          ["valid-reason", "there was a valid reason"],
        ],
      },
      { name: "board", label: "The men shall stand", type: "fen" },
      { name: "move", label: "The move is", type: "move" },
      { name: "moves_allowed", label: "Moves allowed", type: "number" },
      { name: "clocks", label: "Clocks", type: "clocks" },
    ],
  },
  {
    act: "press",
    label: "Press the clock",
    group: "Game",
    fields: [
      { name: "hand", label: "With", type: "choice", choices: [["other", "the other hand than the one that moved"]] },
      {
        name: "manner",
        label: "How",
        type: "choice",
        choices: [
          ["forcible", "with force"],
          ["lifted", "lifting it"],
          ["knocked", "knocking it over"],
        ],
      },
    ],
  },
  { act: "pause", label: "Stop the clocks", group: "Game", fields: [{ name: "why", label: "Why", type: "text" }] },
  { act: "restart", label: "Set play going again", group: "Umpire", by: ["umpire"], fields: [] },
  { act: "displace", label: "Knock men from their places", group: "Hand", fields: [{ name: "squares", label: "Which men", type: "squares", must: true, hint: "e2, g1" }] },
  {
    act: "score",
    label: "How the score sheet is kept",
    group: "Game",
    fields: [
      what([
        ["behind", "behind with it"],
        ["ahead", "written before the move"],
        ["hidden", "hidden"],
        ["notes", "notes made on it"],
        ["other-notation", "in another notation"],
        ["up-to-date", "brought up to date"],
      ]),
    ],
  },
  {
    act: "device",
    label: "An electronic device",
    group: "Game",
    fields: [
      {
        name: "how",
        label: "What is noticed",
        type: "choice",
        must: true,
        choices: [
          ["rings", "it rings"],
          ["found", "it is found"],
          ["used", "it is used"],
        ],
      },
      {
        name: "where",
        label: "Where",
        type: "choice",
        choices: [
          ["person", "on the person"],
          ["bag", "in a bag"],
        ],
      },
    ],
  },
  {
    act: "conduct",
    label: "Conduct",
    group: "Game",
    fields: [
      what([
        ["leaves-area", "leaves the playing area"],
        ["leaves-venue", "leaves the venue"],
        ["notes", "uses notes"],
        ["advice", "has advice"],
        ["analyses", "analyses on another board"],
        ["distracts", "distracts the opponent"],
        ["noise", "makes a noise"],
        ["smokes", "smokes"],
        ["refuses-inspection", "refuses to be inspected"],
        ["disrepute", "brings the game into disrepute"],
      ]),
      { name: "leave", label: "with leave", type: "flag" },
    ],
  },
  {
    act: "request",
    label: "Ask for something",
    group: "Game",
    fields: [
      what([
        ["sheet", "the opponent’s score sheet"],
        ["explanation", "an explanation"],
        ["increment", "an increment"],
        ["piece", "a piece for a promotion"],
      ]),
    ],
  },
  {
    act: "sign",
    label: "Sign the result",
    group: "Game",
    fields: [
      {
        name: "result",
        label: "Result",
        type: "choice",
        must: true,
        choices: [
          ["1-0", "White has won"],
          ["0-1", "Black has won"],
          ["1/2-1/2", "drawn"],
        ],
      },
    ],
  },
  {
    act: "penalise",
    label: "Impose a penalty",
    group: "Umpire",
    by: ["umpire"],
    fields: [
      {
        name: "party",
        label: "On whom",
        type: "choice",
        must: true,
        choices: [
          ["white", "White"],
          ["black", "Black"],
        ],
      },
      {
        name: "penalty",
        label: "Penalty",
        type: "choice",
        must: true,
        choices: [
          ["warning", "a warning"],
          ["add-time", "more time for the opponent"],
          ["take-time", "less time for him"],
          ["opponent-score", "more points for the opponent"],
          ["own-score", "fewer points for him"],
          ["loss", "the game is lost"],
          ["fine", "a fine"],
          ["exclude", "excluded from rounds"],
          ["expel", "expelled from the event"],
        ],
      },
      { name: "seconds", label: "Seconds", type: "number" },
      { name: "score", label: "The opponent’s points", type: "number" },
      { name: "clause", label: "Clause", type: "text" },
    ],
  },
  { act: "award", label: "Give time", group: "Umpire", by: ["umpire"], fields: [{ name: "seconds", label: "Time given, to one or both", type: "given", must: true }] },
  { act: "flag", label: "The flag has fallen", group: "Umpire", by: ["timekeeper"], fields: [] },
  { act: "close-of-play", label: "Close of play", group: "Umpire", by: ["timekeeper"], fields: [] },
];

/** Several in one line: "e2, g1" or one to a line. */
const several = (value: unknown): string[] =>
  String(value)
    .split(/[,;\n]/)
    .map((word) => word.trim())
    .filter((word) => word !== "");

/** Turns what was filled in into an act; what was left empty is left out. */
export function buildAct(form: ActForm, by: Party, filled: Record<string, unknown>): Act {
  const act: Act = { by, act: form.act };
  for (const field of form.fields) {
    const value = filled[field.name];
    if (value === undefined || value === "" || value === false || value === null) {
      // A sealed move may be empty: an empty envelope is a fact too.
      if (form.act === "seal" && field.name === "record") act.record = "";
      continue;
    }
    // A form's fields are those of its act; the server holds them to it.
    (act as Record<string, unknown>)[field.name] =
      field.type === "number" ? Number(value) : field.type === "squares" || field.type === "lines" ? several(value) : value;
  }
  return act;
}

/** A word of the record as its form calls it. */
function phrase(act: string, field: string, value: unknown): string {
  const choices = ACTS.find((form) => form.act === act)?.fields.find((each) => each.name === field)?.choices;
  return choices?.find(([word]) => word === value)?.[1] ?? String(value ?? "");
}

/** An act in a few words, for lists: "White touches e2"; to him who did it: "You touch e2". What was refused was only tried. */
export function actWords(act: Act, parties?: readonly Party[], refused = false): string {
  const me = reader(parties);
  if (refused) return typeset(`${act.by === me ? "You try" : `${capital(act.by)} tries`}${tried(act)}`);
  return typeset(inWords(act, me));
}

/** What was tried, after the player: ": f1f3", " to claim: the position has been repeated". */
function tried(act: Act): string {
  if (act.act === "move") return `: ${String(act.move)}`;
  const own = inWords(act, act.by);
  return own.startsWith("You ") ? ` to ${own.slice(4)}` : `: ${own.replace(/^Your /, "")}`;
}

/** What is said of conduct, as it is said to him whose it is. */
const CONDUCT: Record<string, string> = { leaves: "leave", uses: "use", has: "have", analyses: "analyse", distracts: "distract", makes: "make", smokes: "smoke", refuses: "refuse", brings: "bring" };

/* An act's plain words in `game/src/act.rs` are a language: written by the command line, in the third person and with the words of the
   record, so that they can be read back. These are sentences for a person at a table, said to him who did it and with the phrases of the
   form above; nothing reads them back. Which acts, fields and words there are is not defined here: tests hold this list to the record's. */
function inWords(act: Act, me: Party | null): string {
  const you = act.by === me;
  /** The player, and what he does: of him, or to him. */
  const who = (does: string, youDo: string) => (you ? `You ${youDo}` : `${capital(act.by)} ${does}`);
  const whose = you ? "Your" : `${capital(act.by)}’s`;
  const on = act.square ? ` ${String(act.square)}` : "";
  const quoted = (field: unknown) => `“${String(field)}”`;
  switch (act.act) {
    case "move":
      return `${who("plays", "play")} ${String(act.move)}${act.say ? `, saying ${quoted(act.say)}` : ""}`;
    case "touch":
      return `${who("touches", "touch")}${on}${act.accident ? " by accident" : ""}`;
    case "adjust":
      return `${who("says", "say")} “I adjust” and ${you ? "touch" : "touches"}${on}`;
    case "lift":
      return `${who("lifts", "lift")}${on}`;
    case "place":
      return `${who("puts", "put")} it on${on}`;
    case "quit":
      return `${who("lets", "let")} go`;
    case "remove":
      return `${who("takes", "take")} off${on}${act.mistake ? " by mistake" : ""}`;
    case "promote":
      return act.to === "p" ? `${who("leaves", "leave")} the Pawn a Pawn` : `${who("makes", "make")} the Pawn a ${act.colour ? `${act.colour} ` : ""}${KINDS.find(([kind]) => kind === act.to)?.[1] ?? String(act.to)}`;
    case "say":
      return `${who("says", "say")} ${quoted(act.words)}`;
    case "exact":
      return `${who("exacts", "exact")} ${PENALTIES[String(act.penalty)] ?? `penalty ${String(act.penalty)}`}${act.man ? ` (${String(act.man)})` : ""}`;
    case "waive":
      return `${who("lets", "let")} it pass`;
    case "require":
      return `${who("requires", "require")} ${phrase("require", "what", act.what)}`;
    case "consent":
      return `${who("consents", "consent")} to ${phrase("consent", "what", act.what)}`;
    case "adopt":
      return `${who("adopts", "adopt")} ${String(act.move)}`;
    case "offer":
      return `${who("offers", "offer")} ${phrase("offer", "what", act.what)}`;
    case "accept":
      return `${who("accepts", "accept")} ${phrase("offer", "what", act.what)}`;
    case "decline":
      return `${who("declines", "decline")} ${phrase("offer", "what", act.what)}`;
    case "claim":
      return act.ground === "forfeit"
        ? `${who("claims", "claim")} the game: ${phrase("claim", "offence", act.offence)}`
        : `${who("claims", "claim")}: ${phrase("claim", "ground", act.ground)}`;
    case "demand":
      return `${who("demands", "demand")} ${phrase("demand", "what", act.what)}`;
    case "point-out":
      return `${who("points", "point")} out ${phrase("point-out", "error", act.error)}${act.move ? ` (move ${String(act.move)})` : ""}`;
    case "send":
      return `${who("sends", "send")} ${quoted(act.text ?? (act.texts as string[] | undefined)?.join(", ") ?? "")}`;
    case "seal":
      return `${who("seals", "seal")} a move`;
    case "dispute":
      return `${who("asks", "ask")} the umpire: ${quoted(act.question)}`;
    case "decide":
      return `The umpire decides${act.ruling ? `: ${quoted(act.ruling)}` : ""}`;
    case "flag":
      return "The flag has fallen";
    case "close-of-play":
      return "Close of play";
    case "resign":
      return `${who("resigns", "resign")}`;
    case "upset":
      return `${who("upsets", "upset")} the board${act.accident ? " by accident" : ""}`;
    case "refuse":
      return `${who("refuses", "refuse")} to obey`;
    case "abandon":
      return `${who("abandons", "abandon")} the game`;
    case "adjourn":
      return `${who("adjourns", "adjourn")} the game`;
    case "resume":
      return act.absent?.length ? `${who("resumes", "resume")} the game without ${act.absent.map((each) => each.charAt(0).toUpperCase() + each.slice(1)).join(" and ")}` : `${who("resumes", "resume")} the game`;
    case "press":
      return `${who("presses", "press")} the clock`;
    case "pause":
      return `${who("stops", "stop")} the clocks${act.why ? `: ${quoted(act.why)}` : ""}`;
    case "restart":
      return `${who("sets", "set")} play going again`;
    case "displace":
      return `${who("knocks", "knock")} men from their places (${(act.squares ?? []).join(", ")})`;
    case "score":
      return `${whose} score sheet: ${phrase("score", "what", act.what)}`;
    case "device":
      return `${whose} electronic device: ${phrase("device", "how", act.how)}`;
    case "conduct": {
      const [does = "", ...rest] = phrase("conduct", "what", act.what).split(" ");
      return [who(does, CONDUCT[does] ?? does), ...rest].join(" ");
    }
    case "request":
      return `${who("asks", "ask")} for ${phrase("request", "what", act.what)}`;
    case "sign":
      return `${who("signs", "sign")}: ${phrase("sign", "result", act.result)}`;
    case "penalise":
      return `The umpire imposes on ${act.party === me ? "you" : capital(act.party!)}: ${phrase("penalise", "penalty", act.penalty)}`;
    case "award":
      return "The umpire gives time";
    case "arrive":
      return `${who("arrives", "arrive")}`;
    default:
      return `${you ? "You" : capital(act.by)}: ${act.act}`;
  }
}
