/* What does this word mean? A page for newcomers, and a glossary found by the words people use. */
import { LitElement, css, html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { withLaw } from "../engine.js";
import { speaksOf } from "../say.js";
import { shared } from "../style/shared.js";

interface Word {
  id: string;
  name: string;
  /** What else people call it. */
  also: string;
  text: TemplateResult;
}

const WORDS: Word[] = [
  { id: "touch-move", name: "Touch and move", also: "touch-move touched piece take back mouse slip", text: html`A man you have touched must be played, if it can be; an opponent’s man you have touched must be taken. Every code says so; they differ about a man that cannot move. <a href="/compare/touch">The codes on touching</a>` },
  { id: "j-adoube", name: "J’adoube, “I adjust”", also: "jadoube adjust straighten piece", text: html`What a player says before straightening a man on its square, so that touching it has no consequence. At the board: press “I adjust” (or <kbd>j</kbd>) first, then the man. <a href="/compare/adjust">The codes on adjusting</a>` },
  { id: "free", name: "Free and guarded boards", also: "illegal move allowed legal only", text: html`A guarded board refuses what the law forbids, like most chess programs. At a free board anything can happen, as at a real one, and the law answers: it says what was wrong, and what your opponent may do about it.` },
  { id: "ruling", name: "Ruling", also: "arbiter decision verdict", text: html`What the arbiter says of an act, with the clause it rests on. Press the clause to read it.` },
  { id: "right", name: "Right", also: "option choice may claim", text: html`Something you may do because of what happened: exact a penalty, let it pass, accept an offer. Choose one and the board shows what would follow, before anything does.` },
  { id: "lapse", name: "Lapse", also: "too late lost right waive", text: html`Many rights are lost as soon as you touch a man. The board asks you once before that happens.` },
  { id: "penalty", name: "Penalties A, B and C", also: "penalty a, penalty b, penalty c, british chess code", text: html`The British Chess Code’s three: A, the position is put back as it was; B, the offender must then move, or take, the man he touched; C, he must move his King. B and C come after A. Which of them fit an offence, the code says; which is used, the opponent. <a href="/compare/penalties">Penalties compared</a>` },
  { id: "waive", name: "Let it pass", also: "waive forgive ignore", text: html`To use none of the rights an offence has given you. Play goes on as the board stands.` },
  { id: "false-move", name: "False or illegal move", also: "illegal move wrong move impossible", text: html`A move the man cannot make, or that leaves one’s own King attacked. In some codes it can be left standing, in some it must go back, in some the offender pays. <a href="/compare/false_move">The codes on false moves</a>` },
  { id: "announce", name: "Announcing check", also: "say check silent check", text: html`In the older codes a check that nobody announces may be ignored, or costs nothing to overlook. Press “Check” before your move, or right after it. <a href="/compare/check">The codes on check</a>` },
  { id: "fifty", name: "Fifty moves", also: "50 move rule fifty-move count seventy-five", text: html`A player may claim a draw, or demand mate within fifty moves; each code counts differently. <a href="/compare/fifty_moves">The codes on fifty moves</a>` },
  { id: "repetition", name: "Repetition", also: "threefold three-fold repetition same position perpetual check endless", text: html`The same position again and again, or checks without end: in most codes a ground for a draw. <a href="/compare/repetition">The codes on repetition</a>` },
  { id: "check", name: "Check and mate", also: "checkmate in check king attacked", text: html`A King that is attacked is in check, and must be brought out of it at once. One that cannot be is mated, and the game is over. <a href="/compare/check">The codes on check</a>` },
  { id: "castling", name: "Castling", also: "castle o-o king and rook rochade", text: html`King and Rook move together, once, if neither has moved. Drag the King two squares, or onto his Rook. Which of them is touched first matters: <a href="/compare/powers">the codes on castling</a>` },
  { id: "draw", name: "Draw", also: "draw offer agree remis tie half point", text: html`“Offer a draw” stands below the arbiter; your opponent may accept. Draws that need no agreement are claimed with “Claim…”, and the arbiter looks whether the claim holds.` },
  { id: "resign", name: "Resigning", also: "give up resignation abandon concede", text: html`“Resign…” ends the game at once, and asks first.` },
  { id: "clock", name: "Clock, flag and increment", also: "time control sudden death flag fall seconds added bronstein delay blitz rapid press", text: html`Under the laws of today a move is complete when the clock has been pressed: press “Press the clock” (or <kbd>p</kbd>), or let the clock press itself. With an increment, seconds are added before each move. The older codes count moves: so many in so many hours, and some know no clock at all. <a href="/compare/time_limit">The codes on time</a>` },
  { id: "two-minutes", name: "Two minutes, and the second loses", also: "illegal move penalty fide arbiter 7.5", text: html`Under the laws of today an illegal move that was completed goes back, and the opponent gets two minutes; the second one loses. <a href="/compare/false_move">The codes on false moves</a>` },
  { id: "seat", name: "Seats, links and accounts", also: "invitation guest login register password lost link", text: html`Whoever opens the link of a chair has that chair, in that browser. Nobody needs an account; with one, you find your games on every device. Send each link to one person only.` },
  { id: "offline", name: "Without a network", also: "offline install app service worker https", text: html`The page can be installed, and then judges incidents, shows the laws and keeps a game at one screen without a network. Browsers allow that over HTTPS and on your own machine (localhost) only.${withLaw ? "" : " This server’s page was built without that part, so it needs the server for everything."}` },
  { id: "en-passant", name: "Taking in passing", also: "en passant e.p. ep capture pawn", text: html`A Pawn that goes two squares, past an opponent’s Pawn beside it, may be taken by that Pawn in the very next move, as if it had gone one. Put your Pawn on the square it passed over. <a href="/compare/powers">The codes on how the men move</a>` },
  { id: "promotion", name: "Promotion", also: "promote queening queen a pawn underpromotion last rank becomes", text: html`A Pawn that reaches the last rank becomes a Queen, Rook, Bishop or Knight: the board asks which. In 1862 it may also remain a Pawn. <a href="/compare/powers">The codes on how the men move</a>` },
  { id: "dead", name: "A position nobody can win", also: "dead position insufficient material bare kings cannot mate draw", text: html`Neither player could mate by any series of lawful moves: a draw. It is claimed with “Claim…”, and the arbiter looks whether it can be proved. <a href="/compare/endings">The codes on how games end</a>` },
  { id: "stalemate", name: "Stalemate", also: "no legal move draw", text: html`The player on turn has no lawful move and is not in check. A draw, in all these codes.` },
  { id: "remain-pawn", name: "A Pawn that remains a Pawn", also: "promotion queening underpromotion dummy pawn", text: html`In 1862 a Pawn on the last rank may stay a Pawn. It never moves again, and that can bring about a stalemate that saves the game.` },
  { id: "odds", name: "Odds", also: "handicap pawn and move rook odds", text: html`The stronger player begins without a man, or gives the first moves away. <a href="/compare/odds">The codes on odds</a>` },
  { id: "umpire", name: "Umpire", also: "referee arbiter director dispute", text: html`A person who decides what the laws leave to a person: whether it was an accident, or how the men stood. Set a chair for one under “More” when you open a game.` },
  { id: "adjourn", name: "Adjournment and sealed move", also: "pause save game envelope sealed", text: html`Play stops, and the player on turn writes his move and seals it. Nobody can read it before the game goes on; both players see a fingerprint of it and can check it afterwards.` },
  { id: "post", name: "By post", also: "correspondence email conditional moves", text: html`Moves are written and sent, with days to answer. What you write is what you have played, even if it can mean two moves: then your opponent may choose. Conditional lines (“if he plays this, I answer that”) play themselves.` },
  { id: "blindfold", name: "Blindfold", also: "without sight of the board", text: html`No board is shown to those who play: moves are written, and the arbiter answers. It stands under “More” when you open a game.` },
  { id: "consultation", name: "Consultation", also: "team allies several players", text: html`Several persons play one side. Each has a chair; they can talk in private, and any of them may move.` },
  { id: "undertaking", name: "Undertaking", also: "engage to mate with pawn on square", text: html`A player binds himself to more than winning: to mate with a certain man, on a certain square, or even to be mated himself.` },
  { id: "reading", name: "Reading", also: "interpretation unclear silent ambiguous", text: html`Where a code is silent or can be taken in two ways, we say which way we take it, and why. <a href="/law/readings">All readings</a>` },
  { id: "clause", name: "Clause", also: "article law section number ii.5", text: html`A numbered piece of a code. The numbers are the books’ own; the words are ours.` },
  { id: "record", name: "Record", also: "jsonl download export save", text: html`The whole game, act by act, as a file: every touch, word and ruling can be judged again from it. PGN holds the moves alone.` },
  { id: "pgn", name: "PGN and FEN", also: "portable game notation forsyth file download export import position", text: html`PGN is how programs write down the moves of a game: take yours home from below the score sheet, or have an archive <a href="/audit">audited</a>. FEN is one position in a line: “Set up” in <a href="/judge">Judge</a> reads it.` },
  { id: "temper", name: "The computer’s temper", also: "level strength bot engine strict gentle rogue", text: html`A strict computer exacts what hurts you most. A gentle one tells you and lets you off. A rogue offends now and then, for you to catch.` },
  { id: "takeback", name: "Taking a move back", also: "undo take back retract", text: html`A lawful move that was let go of stands, in every code. What can be taken back is an unlawful one, at its price; or the whole game, where the code lets both agree to annul it. The FIDE Laws of today do not.` },
  { id: "premove", name: "No premoves", also: "premove move in advance queue", text: html`What you touch or move while it is not your turn happens at once, and may be an offence.` },
];

@customElement("jd-help")
export class JdHelp extends LitElement {
  @property() word = "";
  @state() private wanted = "";

  static styles = [
    shared,
    css`
      :host {
        display: block;
        max-width: 820px;
        margin: 0 auto;
        padding: clamp(16px, 4vw, 40px) clamp(12px, 3vw, 32px) 56px;
      }
      ol {
        font: 1.0625rem/1.55 var(--serif);
        display: grid;
        gap: 8px;
        padding-left: 1.4em;
      }
      h2 {
        margin: 28px 0 10px;
      }
      dl {
        margin: 16px 0 0;
        display: grid;
        gap: 14px;
      }
      dt {
        font: 600 1.0625rem/1.3 var(--serif);
      }
      dd {
        margin: 2px 0 0;
      }
      .found {
        background: var(--brass-wash);
        padding: 10px 14px;
        border-left: 3px solid var(--brass);
        border-radius: 0 8px 8px 0;
      }
    `,
  ];

  protected updated(changed: Map<string, unknown>) {
    if (changed.has("word") && this.word) this.renderRoot.querySelector(".found")?.scrollIntoView({ block: "center" });
  }

  render() {
    const shown = WORDS.filter((word) => speaksOf(`${word.name} ${word.also} ${word.id}`, this.wanted));
    return html`<h1>Help</h1>
      <h2>In two minutes</h2>
      <ol>
        <li>On the <a href="/">front page</a> press “Play the computer”, or <a href="/new?opponent=link">invite a friend</a>: you get a link to send, and nobody needs an account.</li>
        <li>Press a man and you have touched it. Drag it, or press where it should go. On a phone a quick flick scrolls and touches nothing.</li>
        <li>The arbiter stands beside the board, on a phone at its edge. He is silent while all is in order. When he speaks he names the clause; press it to read it.</li>
        <li>If your opponent has offended, “You may” shows what you can do about it. Choose, look at the board, then do it, before you touch a man.</li>
        <li>To play without all this, choose a guarded board under “More”.</li>
        <li>Want to see what can go wrong first? <a href="/incidents">The incidents</a> tell it, and <a href="/judge">Judge</a> lets you act it out.</li>
      </ol>
      <h2>Words</h2>
      <label class="unseen" for="find">Find a word</label>
      <input id="find" type="search" placeholder="Find: touch-move, fifty moves, j’adoube, penalty C…" .value=${this.wanted} @input=${(event: InputEvent) => (this.wanted = (event.target as HTMLInputElement).value)} />
      ${shown.length === 0 ? html`<p class="soft">No such word here. The <a href="/law">law room</a> can be searched too.</p>` : nothing}
      <dl>
        ${shown.map((word) => html`<div id=${word.id} class=${word.id === this.word ? "found" : ""}><dt>${word.name}</dt><dd>${word.text}</dd></div>`)}
      </dl>`;
  }
}
