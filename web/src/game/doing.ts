/* How does what this viewer does reach the game? Gestures become acts; what he would lose or begin unknowingly is asked about first, and
   a move is drawn before it is acknowledged. */
import { Problem } from "../api.js";
import type { Asked } from "../ask.js";
import type { Question } from "../board/board.js";
import { afterMove, castlingOnto, colourOf, menOf, type Men, type Square } from "../fen.js";
import { actOf, type Act } from "../record.js";
import type { Kind } from "../say.js";
import { settings } from "../settings.js";
import { isOver } from "../words.js";
import { Hand, type Circumstances, type Deed } from "./hand.js";
import { counted, isLastRank, unfinished } from "./moving.js";
import { knowsNoPremoves, outOfTurn } from "./stakes.js";
import type { Line } from "./typed.js";
import type { Viewpoint } from "./viewpoint.js";

/** What the table does for the hand. */
interface Table {
  redraw(): void;
  /** Whether he says yes. */
  ask(asked: Asked): Promise<boolean>;
  /** Asks no longer. */
  withdraw(): void;
  /** Says what could not be done; nothing, that it is over. */
  notice(words: string | null): void;
  /** Brings his rights before him. */
  showRights(): void;
  /** By post: writes a move on the line. */
  write(uci: string): void;
}

type Spoken = "check" | "mate";

export class Doing {
  readonly hand = new Hand();
  /** Moves of ours not yet acknowledged, drawn as if they were. */
  ahead: Men | null = null;
  /** What a Pawn shall become. */
  question: (Question & { from: Square; to: Square; held?: boolean }) | null = null;
  /** Said with the next move. */
  saying: Spoken | null = null;
  /** Lift, put down and let go as separate acts. */
  slow = false;
  /** The man lifted and not yet let go of. */
  private lifted = "";
  /** What a hand at the board is being asked about. */
  private asking: "rights" | "turn" | null = null;

  constructor(
    private point: Viewpoint,
    private table: Table,
  ) {}

  get adjusting(): boolean {
    return this.hand.intent === "adjust";
  }

  private get men(): Men {
    return this.ahead ?? menOf(this.point.view.state.board);
  }

  private get circumstances(): Circumstances {
    const { me, free } = this.point;
    return { men: this.men, side: me ?? "white", free, slow: this.slow, castles: (from, to) => this.castling(from, to) !== null };
  }

  async do(act: Act) {
    const { live } = this.point;
    this.table.notice(null);
    try {
      const after = await live.do(act);
      // A man whose touch is refused may be on its way: where it is set down is told too.
      if (after.refused && act.act !== "touch") this.hand.clear();
    } catch (error) {
      const problem = error as Problem;
      this.table.notice(problem.kind === "stale" ? "Something happened at the board before you: look again." : problem.detail);
      this.hand.clear();
    } finally {
      if (live.waiting === 0) this.ahead = null;
      this.table.redraw();
    }
  }

  /** Something happened at the board; `moved`: and a move was made. */
  happened(moved: boolean) {
    const { live, view } = this.point;
    // A touch acknowledged says nothing yet of the move that follows it.
    if (live.waiting === 0) this.ahead = null;
    if (moved && !this.hand.holding) this.hand.forget();
    if (this.answered) this.table.withdraw();
    // Nobody is asked any longer what becomes of a Pawn that has gone, or of any when the game has ended.
    const { question } = this;
    if (question && (isOver(view.state) || (!question.held && !menOf(view.state.board).has(question.from)))) this.question = null;
  }

  /** A man that is in his hand, though the page was loaded anew since he took it up. */
  takeUp() {
    const { view, me, free } = this.point;
    const entry = view.log.findLast(({ act, refused }) => act.by === me && !refused);
    const last = entry?.act;
    if (!free || isOver(view.state) || !last || (last.act !== "lift" && last.act !== "place")) return;
    // Put back meanwhile, it is in nobody's hand.
    if (entry.board !== view.state.board || entry.turn !== view.state.turn) return;
    const at = String(last.square);
    this.lifted = this.men.get(at) ?? "";
    this.slow = this.hand.holding = true;
    this.hand.chosen = at;
    if (last.act === "place" && isLastRank(this.lifted, at)) this.asksKind(this.lifted, at, at, true);
  }

  press(at: Square) {
    this.gesture(this.hand.press(at, this.circumstances));
  }

  tap(at: Square) {
    this.gesture(this.hand.tap(at, this.circumstances));
  }

  drop(from: Square, to: Square | null) {
    this.gesture(this.hand.drop(from, to, this.circumstances));
  }

  cancel() {
    if (this.hand.holding) this.hand.intent = "play";
    else this.hand.clear();
    this.table.redraw();
  }

  /** What a gesture means is worked out at once, since the hand remembers; whether it happens may have to be asked first. */
  private gesture(deeds: Deed[]) {
    if (this.asking) {
      // The drag that goes on under a question is not what he has answered.
      this.hand.clear();
      return;
    }
    const first = deeds[0];
    const unaware = first && (first.do === "touch" || first.do === "lift" || first.do === "move") ? this.unaware() : null;
    if (!unaware) {
      this.deeds(deeds);
      return;
    }
    this.asking = unaware;
    void this.mayTouch(unaware).then((may) => {
      this.asking = null;
      if (may) this.deeds(deeds);
      else {
        this.hand.clear();
        this.table.redraw();
      }
    });
  }

  /** What a hand that comes to the board would lose, or begin, without knowing it. Each is asked about once. */
  private unaware(): "rights" | "turn" | null {
    const { view, free, bothHere, stakes, atStake, me } = this.point;
    if (!free || bothHere) return null;
    if (stakes.haveToBeAsked(atStake)) return "rights";
    return view.state.turn !== me && view.state.status === "in-play" && !knowsNoPremoves() ? "turn" : null;
  }

  private async mayTouch(unaware: "rights" | "turn"): Promise<boolean> {
    if (unaware === "turn") return this.table.ask(outOfTurn());
    const may = await this.table.ask(this.point.stakes.question(this.point.atStake));
    if (!may && this.point.atStake.length > 0) this.table.showRights();
    return may;
  }

  /** Whether what a hand is being asked about has passed: it is his turn now, or he has nothing left to lose. */
  private get answered(): boolean {
    const { atStake, me, view } = this.point;
    if (isOver(view.state)) return true;
    return this.asking === "turn" ? view.state.turn === me : this.asking === "rights" && atStake.length === 0;
  }

  private deeds(deeds: Deed[]) {
    const by = this.point.me;
    if (!by) return;
    for (const deed of deeds) {
      if (deed.do === "move") this.move(deed.from, deed.to);
      // Already touched, and not put back: there is nothing to report.
      else if (deed.do === "touch" && this.counted(deed.square) !== deed.square) continue;
      else {
        if (deed.do === "lift") this.lifted = this.men.get(deed.square) ?? "";
        void this.do({ by, act: deed.do, square: deed.square });
        // A Pawn put on the last rank and still held: what it becomes is part of the move.
        if (deed.do === "place" && isLastRank(this.lifted, deed.square)) this.asksKind(this.lifted, deed.square, deed.square, true);
      }
    }
    this.table.redraw();
  }

  private asksKind(letter: string, from: Square, to: Square, held = false) {
    const kinds: Kind[] = this.point.facts?.pawn_may_stay ? ["q", "r", "b", "n", "p"] : ["q", "r", "b", "n"];
    this.question = { square: to, colour: colourOf(letter), kinds, from, to, held };
  }

  private move(from: Square, to: Square) {
    const letter = this.men.get(from);
    if (!letter) return;
    if (isLastRank(letter, to)) {
      this.asksKind(letter, from, to);
      return;
    }
    const counted = this.counted(from);
    if (counted === to) {
      this.table.notice(`The law counts it as still on ${to}: play it from ${from} to where it may go.`);
      return;
    }
    this.play(this.castling(from, to) ?? counted + to);
  }

  /** Where the law counts this man. */
  counted(at: Square): Square {
    return counted(this.point.view, this.men, this.point.me, at);
  }

  /** A King set down on his own Rook means castling, where that is lawful. */
  private castling(from: Square, to: Square): string | null {
    const { turn, moves } = this.point.view.state;
    return turn === this.point.me ? castlingOnto(this.men, moves, from, to) : null;
  }

  private play(uci: string) {
    const { me, post, view } = this.point;
    if (post) {
      // By post a move is written; it goes out when he sends it.
      this.table.write(uci);
      return;
    }
    const act: Act = { by: me!, act: "move", move: uci };
    if (this.saying) act.say = this.saying;
    this.saying = null;
    this.ahead = afterMove(this.men, uci, view.state.moves.includes(uci));
    const done = this.do(act);
    // Only what the law counts is completed for him; the rest he presses, or takes back, himself.
    if (settings.now.press) void done.then(() => this.point.pressing && this.pressClock());
  }

  /** What the Pawn shall become, or that it was not meant; answers where to go on. */
  answer(kind: Kind | null): Square | undefined {
    const { question } = this;
    this.question = null;
    if (question?.held) {
      if (kind) void this.do({ by: this.point.me!, act: "promote", to: kind as Act["to"] });
    } else if (question && kind) this.play(question.from + question.to + kind);
    this.table.redraw();
    return question?.to;
  }

  say(words: Spoken) {
    const { me, playsBoth, view } = this.point;
    if (!me) return;
    // Before one's move it goes with the move; after it, it is said at once.
    if (view.state.turn === me || playsBoth) this.saying = this.saying === words ? null : words;
    else void this.do({ by: me, act: "say", words });
    this.table.redraw();
  }

  adjust() {
    this.hand.intent = this.adjusting ? "play" : "adjust";
    this.table.redraw();
  }

  keepHold() {
    this.slow = !this.slow;
    this.table.redraw();
  }

  letGo() {
    const by = this.point.me;
    if (!by) return;
    this.hand.clear();
    void this.do({ by, act: "quit" });
  }

  pressClock() {
    const { facts, me, pressing, view } = this.point;
    if (pressing) void this.do(actOf(pressing));
    else if (unfinished(view, facts, me)) void this.do({ by: me!, act: "press" });
  }

  /** A move was written. */
  typed({ text, reading, if: lines }: Line) {
    const by = this.point.me;
    if (!by) return;
    if (!this.point.post) this.play(reading!.moves[0]!.uci);
    else void this.do(lines.length > 0 ? { by, act: "send", text, if: lines } : { by, act: "send", text });
  }

  seal({ text }: Line) {
    const by = this.point.me;
    if (by) void this.do({ by, act: "seal", record: text });
  }
}
