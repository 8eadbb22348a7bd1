/* What does the arbiter say, and what may I do about it? Rulings as sentences, duties, and rights as choices that are
   shown on the board before they are chosen. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import "../board/board.js";
import type { JdBoard } from "../board/board.js";
import "../law/clause.js";
import type { Entry } from "../api.js";
import type { CodeFacts } from "../codes.js";
import { capital, other, type Act, type Code, type Colour, type Party, type Right, type State } from "../record.js";
import { count, reader, sentence, told as saidTo } from "../say.js";
import { ending, isOver } from "../words.js";
import { shared } from "../style/shared.js";
import { actWords } from "./acts.js";
import { Marks, rightMarks } from "./preview.js";
import { ofCourse, quiet, touchBehind, unseen, usualTouch } from "./quiet.js";
import { canBeAnswered, isNews, onlyReleases, pressWords, rightsOf, sameEnd, together } from "./rights.js";
import { ownOffence } from "./rows.js";
import { boardInSight, lying, NARROW, narrow } from "./sheet.js";
import { inStyle } from "./written.js";
import { settings } from "../settings.js";

/** Offers as one answers them. */
const OFFERS: Record<string, string> = {
  "accept draw": "Accept the draw",
  "decline draw": "Decline the draw",
  "accept annul": "Agree to annul the game",
  "decline annul": "Do not agree to annul the game",
  "accept adjourn": "Agree to adjourn",
  "decline adjourn": "Do not agree to adjourn",
};

/** The last act, and what the same player did just before it that the board does not show: a penalty exacted and the rest let pass
    are one answer. To `me` also what the law had against my own last turn, which the other has answered by playing on. */
function justDone(log: Entry[], me: Colour | null): Entry[] {
  const last = log.at(-1);
  if (!last) return [];
  let from = log.length - 1;
  while (from > 0 && log[from - 1]!.act.by === last.act.by && unseen(log[from - 1]!.act)) from--;
  return [...ownOffence(log, me), ...log.slice(from)];
}

/** The square or move by which rights of one kind differ. */
const variant = (right: Right): string | null => {
  const named = right.man ?? right.move ?? right.square ?? (right.men as string[] | undefined)?.join(" and ");
  return named === undefined ? null : String(named);
};

const isTouch = ({ act }: Act): boolean => act === "touch" || act === "lift";

/** Rights of one kind that differ only in the man or move named stand together: one line, and a choice within it. */
export function kinds(rights: Right[]): number[][] {
  const groups = new Map<string, number[]>();
  rights.forEach((right, index) => {
    const kind = [right.by, right.act, right.penalty, right.what, right.ground, right.clause].join("|");
    const key = variant(right) === null ? `${kind}#${index}` : kind;
    groups.set(key, [...(groups.get(key) ?? []), index]);
  });
  // A few can as well be read one by one.
  return [...groups.values()].flatMap((group) => (group.length > 4 ? [group] : group.map((index) => [index])));
}

@customElement("jd-arbiter")
export class JdArbiter extends LitElement {
  @property() code: Code = "bcc-1899";
  @property({ attribute: false }) state!: State;
  @property({ attribute: false }) log: Entry[] = [];
  @property({ attribute: false }) parties: Party[] = [];
  @property({ attribute: false }) facts: CodeFacts | undefined = undefined;
  /** What the players are called. */
  @property({ attribute: false }) names: Record<Colour, string> = { white: "White", black: "Black" };
  /** Whether touching is recorded, so that rights can lapse by it. */
  @property({ type: Boolean }) free = false;
  @property({ type: Boolean }) busy = false;
  /** A right whose outcome is being looked at. */
  @state() private chosen: number | null = null;

  static styles = [
    shared,
    css`
      :host {
        display: grid;
        gap: 12px;
      }
      .status {
        display: flex;
        align-items: baseline;
        gap: 10px;
        flex-wrap: wrap;
        padding-right: var(--beside-close, 0);
      }
      .status h2 {
        font-size: 1.25rem;
      }
      .ruling {
        font-family: var(--serif);
        font-size: 1.0625rem;
        line-height: 1.45;
        padding: 10px 14px;
        border-left: 3px solid var(--brass);
        background: var(--brass-wash);
        border-radius: 0 8px 8px 0;
      }
      .ruling + .ruling {
        margin-top: 6px;
      }
      .ruling.refused {
        border-color: var(--ox);
        background: var(--ox-wash);
      }
      .quiet {
        font-family: var(--serif);
      }
      .act {
        font-size: 0.875rem;
        color: var(--soft);
        margin-bottom: 4px;
      }
      .duty {
        border: 2px solid var(--mark-duty);
        border-radius: 8px;
        padding: 10px 14px;
        font-family: var(--serif);
        font-size: 1.0625rem;
      }
      .rights {
        border: 1px solid var(--line);
        border-radius: 10px;
        overflow: clip;
        background: var(--card);
      }
      .rights > header {
        padding: 10px 14px;
        border-bottom: 1px solid var(--line);
        background: var(--baize-wash);
      }
      .rights > header p {
        margin-top: 2px;
      }
      .right {
        display: flex;
        gap: 12px;
        align-items: flex-start;
        padding: 10px 14px;
        border-top: 1px solid var(--line);
        cursor: pointer;
        min-height: 44px;
      }
      .right:first-of-type {
        border-top: 0;
      }
      .right:hover,
      .right:has(:focus-visible) {
        background: var(--sunk);
      }
      .right.chosen {
        background: var(--baize-wash);
      }
      .right input {
        margin-top: 3px;
      }
      .yours h2 {
        color: var(--on-baize);
        background: var(--baize);
        border-radius: 999px;
        padding: 5px 14px 7px;
      }
      .duty.usual {
        border: 0;
        padding: 0;
        font-size: 1rem;
        color: var(--soft);
      }
      .pending ul {
        margin: 6px 0;
        padding-left: 18px;
      }
      .letter {
        font: 700 0.8125rem/1 var(--sans);
        letter-spacing: 0.02em;
        color: var(--baize-ink);
        border: 1.5px solid currentColor;
        border-radius: 5px;
        padding: 1px 5px;
        margin-right: 2px;
        text-decoration: none;
        white-space: nowrap;
      }
      .lapses {
        color: var(--ox);
        font-style: normal;
        font-weight: 600;
      }
      .outcome {
        display: block;
        font-size: 0.8125rem;
        color: var(--soft);
        margin-top: 2px;
      }
      .variants {
        display: flex;
        flex-wrap: wrap;
        gap: 6px;
        padding: 0 14px 12px 44px;
        background: var(--baize-wash);
      }
      .variants button {
        min-width: 44px;
        font-variant-numeric: tabular-nums;
      }
      /* Above the buttons that stay in sight. */
      .right,
      .mini {
        scroll-margin-bottom: 76px;
      }
      .mini {
        display: block;
        padding: 4px 14px 12px 44px;
        background: var(--baize-wash);
      }
      .mini jd-board {
        max-width: 240px;
      }
      @media ${boardInSight} {
        .mini {
          display: none;
        }
      }
      .what {
        flex: 1;
        min-width: 0;
      }
      .do {
        padding: 2px 14px 14px 44px;
        background: var(--baize-wash);
        display: flex;
        gap: 8px;
        flex-wrap: wrap;
      }
      /* What decides stays in sight while the outcome is looked at. */
      @media ${narrow} {
        .do {
          position: sticky;
          bottom: calc(-1 * var(--sheet-foot, 0px));
          z-index: 4;
          padding-block: 10px max(14px, var(--sheet-foot, 0px));
        }
      }
      .look {
        padding: 10px 14px;
        border-top: 1px solid var(--line);
      }
      details {
        font-size: 0.9375rem;
      }
      summary {
        cursor: pointer;
        color: var(--soft);
        padding-block: max(4px, (var(--reach) - 1.5em) / 2);
      }
      .theirs {
        margin: 6px 0 0;
        padding-left: 18px;
        display: grid;
        gap: 6px;
      }
      ol {
        list-style: none;
        margin: 6px 0 0;
        padding: 0;
        display: grid;
        gap: 10px;
        max-height: 280px;
        overflow: auto;
      }
      /* On a low screen all one may choose from is seen at once. */
      @media (min-width: 900px) and (max-height: 820px), ${lying} {
        :host {
          gap: 8px;
        }
        .ruling,
        .duty {
          font-size: 1rem;
          padding: 6px 12px;
        }
        .rights > header,
        .right {
          padding-block: 7px;
        }
      }
    `,
  ];

  disconnectedCallback() {
    super.disconnectedCallback();
    // The board goes back to the present with the list in which an outcome was chosen: a sheet is closed, a screen turned.
    this.pick(null);
  }

  protected willUpdate(changed: Map<string, unknown>) {
    if (changed.has("state") && (changed.get("state") as State | undefined)?.seq !== this.state.seq) {
      this.pick(null);
    }
  }

  protected updated(changed: Map<string, unknown>) {
    // On a narrow screen what is chosen is seen above the buttons that stay in sight, and all of its outcome where that is drawn here.
    if (!changed.has("chosen") || !NARROW.matches) return;
    this.renderRoot.querySelector(".right.chosen")?.scrollIntoView({ block: "nearest" });
    const drawn = this.renderRoot.querySelector<JdBoard>(".mini jd-board");
    void drawn?.updateComplete.then(() => drawn.parentElement?.scrollIntoView({ block: "nearest" }));
  }

  /** What may be chosen now; what a touch gives as a matter of course stands apart. */
  private rights(): Right[] {
    return this.all().filter((right) => !(this.usual && ofCourse(right)));
  }

  private all(): Right[] {
    return rightsOf(this.state, this.parties);
  }

  private get usual(): boolean {
    return usualTouch(this.state, this.log.at(-1));
  }

  /** The one colour this viewer plays, if any. */
  private get me(): Colour | null {
    return reader(this.parties);
  }

  private pick(index: number | null) {
    if (index === this.chosen) return;
    this.chosen = index;
    const right = index === null ? null : this.rights()[index]!;
    this.dispatchEvent(new CustomEvent("preview", { detail: right, bubbles: true, composed: true }));
  }

  private give() {
    const right = this.chosen === null ? null : this.rights()[this.chosen];
    if (!right) return;
    this.pick(null);
    this.use(right);
  }

  private use(right: Right) {
    this.dispatchEvent(new CustomEvent("right", { detail: right, bubbles: true, composed: true }));
  }

  private outcome(right: Right, above: Right[]): string {
    const then = right.then;
    if (!then) return "";
    if (right.act === "offer") return `${this.me ? "Your opponent" : "The other player"} may accept it or not.`;
    const alike = above.find((each) => each.by === right.by && sameEnd(each, right));
    if (alike) return `Comes to the same as “${this.words(alike, false)}”.`;
    if (then.status === "won") return then.winner ? `${this.who(then.winner)} would have won.` : "The game would be won.";
    if (then.status !== "in-play") return `The game would be ${then.status.replaceAll("-", " ")}.`;
    const open = then.moves.length;
    const same = then.turn === this.state.turn && open === this.state.moves.length && then.board === this.state.board;
    if (same) return "Play goes on as it stands.";
    return `${this.who(then.turn)} would play, with ${count(open, "move")} open.`;
  }

  private who(player: Colour): string {
    return player === this.me ? "You" : capital(player);
  }

  /** What the arbiter says while nobody has given him reason to speak. */
  private opening(): string {
    if (this.log.length > 0) return "All in order.";
    const plays = this.parties.includes("white") || this.parties.includes("black");
    return this.free && plays
      ? "Touching is touching here: press a man and you have touched it. Say “I adjust” first if you only mean to set it right."
      : "The game may begin.";
  }

  private ruling(said: Parameters<typeof saidTo>[0] & { clause: string | null }, refused = false) {
    return html`<p class=${refused ? "ruling refused" : "ruling"}>
      ${refused ? html`<strong>Refused.</strong> ` : nothing}${sentence(saidTo(said))}
      ${said.clause ? html` <jd-clause .code=${this.code} .clause=${said.clause}></jd-clause>` : nothing}
    </p>`;
  }

  render() {
    const { state, parties } = this;
    const rights = this.rights();
    const last = this.log.at(-1);
    const silent = quiet(this.log);
    const usual = this.usual;
    // How it ended stands on the card of the finished game; what was ruled on the way stays to be read.
    const over = isOver(state);
    const why = !over && canBeAnswered(state, parties) ? touchBehind(this.log) : undefined;
    const told = (entry: Entry) => (entry === why || !silent.has(entry.seq) || (entry === last && over)) && (entry.rulings.length > 0 || !!entry.refused);
    const now = over ? [] : [...(why ? [why] : []), ...justDone(this.log, this.me)];
    const earlier = this.log.filter((entry) => told(entry) && !now.includes(entry));
    // A man touched that cannot simply be played is worth a word at once; one that can is not.
    const speaks = last && (told(last) || (!usual && (state.duty || isTouch(last.act)) && last.rulings.length > 0));
    const press = this.me === null ? "" : pressWords(state, parties);
    const silence = !now.some((entry) => unseen(entry.act) || !!entry.earlier?.length || (entry === last ? speaks : told(entry)));
    const nothingElse = rights.length === 0 && (state.pending ?? []).length === 0 && silence && !press && !state.refused && (!state.duty || usual) && state.status === "in-play";
    const question = [...this.log].reverse().find((entry) => entry.act.act === "dispute");
    const umpire = parties.length === 1 && parties[0] === "umpire";
    const mine = this.me !== null && state.turn === this.me && state.status === "in-play";
    // To him who may choose, what binds the other comes after his choice.
    const theirs = this.me !== null && state.turn !== this.me;
    return html`
      ${over ? nothing : html`<div class=${mine ? "status yours" : "status"}><h2>${ending(state, parties)}</h2></div>`}
      ${umpire ? html`<p class="notice">You are the umpire here. The players’ questions come to you; you decide what the laws leave to you.</p>` : nothing}
      ${state.status === "suspended" && question && question !== last
        ? html`<p class="notice">${capital(question.act.by)} has asked: “${String(question.act.question)}”</p>`
        : nothing}
      <div aria-live="polite" class="said">
        ${now.map((entry) =>
          (entry === last ? speaks : told(entry))
            ? html`<p class="act">${actWords(entry.act, parties, !!entry.refused)}</p>
                ${entry.rulings
                  // What is now a duty stands below, framed; it need not be said twice.
                  .filter((ruling) => ruling.text !== state.duty?.text)
                  .map((ruling) => this.ruling(ruling))}
                ${entry.refused ? this.ruling(entry.refused, true) : nothing}`
            : unseen(entry.act)
              ? html`<p class="quiet">${actWords(entry.act, parties)}.</p>`
              : entry.earlier?.length
                ? html`<p class="quiet">${this.playedByItself(entry)}</p>`
                : nothing,
        )}
      </div>
      ${press ? html`<p class="quiet">${press}</p>` : nothing}
      ${nothingElse && !usual ? html`<p class="soft quiet">${this.opening()}</p>` : nothing}
      ${theirs ? nothing : this.duty()} ${this.otherChooses()} ${rights.length > 0 ? this.choices(rights) : nothing} ${theirs ? this.duty() : nothing}
      ${usual ? this.lettingOff() : nothing}
      ${umpire ? this.ofThePlayers() : nothing}
      ${earlier.length > 0
        ? html`<details ?open=${umpire}>
            <summary>${umpire ? "What has happened" : over ? "Rulings" : "Earlier rulings"} (${earlier.length})</summary>
            <ol tabindex="0" role="group" aria-label=${over ? "Rulings" : "Earlier rulings"}>
              ${[...earlier].reverse().map(
                (entry) =>
                  html`<li>
                    <p class="act">${actWords(entry.act, parties, !!entry.refused)}</p>
                    ${entry.rulings.map((ruling) => this.ruling(ruling))}
                    ${entry.refused ? this.ruling(entry.refused, true) : nothing}
                  </li>`,
              )}
            </ol>
          </details>`
        : nothing}
    `;
  }

  private duty() {
    const { state, usual } = this;
    if (!state.duty || (usual && this.me !== null && this.me !== state.turn)) return nothing;
    return html`<p class=${usual ? "duty usual" : "duty"}>${sentence(saidTo(state.duty))} <jd-clause .code=${this.code} .clause=${state.duty.clause}></jd-clause></p>`;
  }

  /** A reply that a conditional line had foreseen: the answer to it is on the board already. */
  private playedByItself({ record }: Entry): string {
    return `A conditional line has answered: ${inStyle(record!, settings.now)}.`;
  }

  /** To the offender: what the other player is choosing from, and what is left to himself. */
  private otherChooses() {
    const pending = together((this.state.pending ?? []).map((right) => ({ clause: right.clause, text: saidTo(right) })));
    if (pending.length === 0 || this.usual || this.me === null || this.state.status !== "in-play") return nothing;
    const who = this.names[other(this.me)];
    if (onlyReleases(this.state)) {
      return html`<p class="small soft">${who} may release you from it. <jd-clause .code=${this.code} .clause=${pending[0]!.clause}></jd-clause></p>`;
    }
    return html`<div class="notice pending">
      <strong>${who} may now choose:</strong>
      <ul>
        ${pending.map((right) => html`<li>${right.text} <jd-clause .code=${this.code} .clause=${right.clause}></jd-clause></li>`)}
      </ul>
      ${this.meanwhile()}
    </div>`;
  }

  /** What is left to the offender while the other chooses; a duty is framed above, and says it itself. */
  private meanwhile() {
    const mine = this.state.turn === this.me;
    if (this.rights().length > 0) return html`<p class="small">What you may do yourself is listed below.</p>`;
    if (mine && this.state.duty) return nothing;
    return html`<p class="small">${mine ? "You may play on as the board stands." : "There is nothing for you to do until then."}</p>`;
  }

  /** A touch lets the other player be generous: no news, but there for whoever looks. */
  private lettingOff() {
    const gifts = this.all().filter(ofCourse);
    if (gifts.length === 0) return nothing;
    return html`<details>
      <summary>A man is touched</summary>
      ${gifts.map(
        (right) => html`<p class="row">
          <button class="compact" data-act=${right.act} ?disabled=${this.busy} @click=${() => this.use(right)}>${this.words(right, false)}</button>
          ${right.clause ? html`<jd-clause .code=${this.code} .clause=${right.clause}></jd-clause>` : nothing}
        </p>`,
      )}
    </details>`;
  }

  /** For the umpire: what the players could now do, theirs to choose and not his. */
  private ofThePlayers() {
    return (["white", "black"] as const).map((side) => {
      const open = (this.state.options?.[side] ?? []).filter(isNews);
      if (open.length === 0) return nothing;
      return html`<details>
        <summary>Open to ${capital(side)} (${open.length})</summary>
        <ul class="theirs">
          ${open.map(
            (right) =>
              html`<li>${this.letter(right)}${this.words(right, false)}
                ${right.clause ? html` <jd-clause .code=${this.code} .clause=${right.clause}></jd-clause>` : nothing}</li>`,
          )}
        </ul>
      </details>`;
    });
  }

  private words(right: Right, open: boolean): string {
    const text = OFFERS[`${right.act} ${String(right.what ?? "")}`] ?? (right.act === "send" || !right.text ? actWords(right, this.parties) : saidTo(right));
    const named = variant(right);
    return open && named ? text.replaceAll(named, "…") : text;
  }

  /** The British Code's penalties are known by their letters. */
  private letter(right: Right) {
    const penalty = String(right.penalty ?? "");
    return /^[ABC](\+[ABC])?$/.test(penalty) ? html`<abbr class="letter" title="Penalty ${penalty.replace("+", " with ")}">${penalty.replace("+", " + ")}</abbr> ` : nothing;
  }

  /** On a narrow screen the board may be out of sight: the outcome is drawn here too. */
  private mini(right: Right) {
    const marks = new Marks();
    const arrows = rightMarks(marks, right, this.state);
    // A draw accepted leaves the board as it is.
    if (marks.size === 0 && arrows.length === 0) return nothing;
    return html`<div class="mini"><jd-board
      still
      picture
      .fen=${right.then!.board}
      .side=${this.parties.length === 1 && this.parties[0] === "black" ? "black" : "white"}
      .marks=${marks}
      .arrows=${arrows}
      label="What would follow"
    ></jd-board></div>`;
  }

  private choices(rights: Right[]) {
    const several = this.parties.length > 1;
    const umpire = this.parties.length === 1 && this.parties[0] === "umpire";
    const allLapse = rights.every((right) => right.lapses);
    const answers = (act: Act["act"]) => rights.filter((right) => right.act === act).map((right) => right.what);
    const onlyDeclined = answers("decline").some((what) => !answers("accept").includes(what));
    return html`<section class="rights" aria-labelledby="rights">
      <header>
        <h3 id="rights">${umpire ? "Decisions open to you" : several ? "Rights now open" : "You may"}</h3>
        ${rights.some((right) => right.lapses)
          ? html`<p class="small">${allLapse ? "They lapse" : "Those marked lapse"} as soon as ${several ? "he" : "you"} ${several ? "touches" : "touch"} a man. Choose first.</p>`
          : nothing}
        ${onlyDeclined ? html`<p class="small">These laws do not let it be accepted yet.</p>` : nothing}
      </header>
      ${kinds(rights).map((group) => {
        const chosen = this.chosen !== null && group.includes(this.chosen);
        const right = rights[chosen ? this.chosen! : group[0]!]!;
        return html`<label class=${chosen ? "right chosen" : "right"} data-act=${right.act} data-what=${String(right.penalty ?? right.what ?? right.ground ?? "")}>
            <input type="radio" name="right" .checked=${chosen} @change=${() => this.pick(group[0]!)} />
            <span class="what">
              ${several ? html`<strong>${capital(right.by)}: </strong>` : nothing}${this.letter(right)}${this.words(right, group.length > 1 && !chosen)}
              <span class="outcome">
                ${group.length > 1 && !chosen ? `${group.length} to choose from` : this.outcome(right, rights.slice(0, group[0]))}
                ${right.lapses && !allLapse ? html`<strong class="lapses">Lapses at a touch.</strong>` : nothing}
              </span>
            </span>
            ${right.clause ? html`<jd-clause .code=${this.code} .clause=${right.clause}></jd-clause>` : nothing}
          </label>
          ${chosen && group.length > 1
            ? html`<div class="variants" role="group" aria-label="Which">
                ${group.map(
                  (index) =>
                    html`<button class="compact" aria-pressed=${this.chosen === index} @click=${() => this.pick(index)}>${variant(rights[index]!)}</button>`,
                )}
              </div>`
            : nothing}
          ${chosen && right.then ? this.mini(right) : nothing}
          ${chosen
            ? html`<div class="do">
                <button class="main" ?disabled=${this.busy} @click=${this.give}>${umpire ? "Decide so" : "Do this"}</button>
                <button class="plain" @click=${() => this.pick(null)}>Not now</button>
              </div>`
            : nothing}`;
      })}
      ${this.chosen === null ? html`<p class="look small soft">Choose one, and the board shows what would follow.</p>` : nothing}
    </section>`;
  }
}
