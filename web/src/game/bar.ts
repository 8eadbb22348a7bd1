/* What may be done at the table besides moving? Offers, claims, adjourning, resigning: what cannot be taken back is asked about first. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { GameView } from "../api.js";
import type { Asked } from "../ask.js";
import type { CodeFacts } from "../codes.js";
import type { Act, Colour } from "../record.js";
import { listed } from "../say.js";
import { shared } from "../style/shared.js";
import { playerOf } from "../words.js";
import { isTimed } from "./seat.js";

@customElement("jd-bar")
export class JdBar extends LitElement {
  @property({ attribute: false }) view!: GameView;
  @property({ attribute: false }) facts: CodeFacts | undefined = undefined;
  /** The side whose hand this viewer is, if any. */
  @property() me: Colour | null = null;
  /** Whether he says yes. */
  @property({ attribute: false }) ask!: (asked: Asked) => Promise<boolean>;

  static styles = [
    shared,
    css`
      .bar {
        display: flex;
        flex-wrap: wrap;
        gap: 6px;
      }
      .bar button {
        min-height: max(38px, var(--reach));
        padding: 6px 12px;
        font-size: 0.9375rem;
      }
    `,
  ];

  private get bothHere(): boolean {
    return this.view.settings.opponent === "here";
  }

  private do(act: Act) {
    this.dispatchEvent(new CustomEvent("act", { detail: act }));
  }

  /** An act that ought to be asked about first. */
  private async doIf(asked: Asked, act: Act) {
    if (await this.ask(asked)) this.do(act);
  }

  /** The form in which an act, or any act, is filled in. */
  private form(act?: Act["act"]) {
    this.dispatchEvent(new CustomEvent("form", { detail: act }));
  }

  /** What the players may propose: as the code has it, and as it may be in an event with guidelines of its own. */
  private mayPropose(what: "annul" | "adjourn"): boolean {
    const adopted = this.view.header.regulations?.guidelines ?? [];
    // What was kept of an older server for use without a network does not know of them.
    return !!this.facts?.proposals?.includes(what) || (what === "adjourn" && adopted.length > 0);
  }

  private offerDraw(by: Colour) {
    void this.doIf({ title: "Offer a draw?", text: "Your opponent may accept it at once, if these laws allow a draw yet.", yes: "Offer a draw" }, { by, act: "offer", what: "draw" });
  }

  /** No code knows a take-back of courtesy; what both may do, where the code has it, is to annul the game. */
  private takeBack(by: Colour) {
    const annuls = this.mayPropose("annul");
    void this.doIf(
      {
        title: "Taking a move back",
        text: html`A lawful move that was let go of stands, in every code. An unlawful one goes back as the code says: then the arbiter shows who may ask for it. ${annuls ? "What you may propose is to annul the whole game." : this.facts ? "Nor can the players agree to annul the game under these laws." : ""} <a href="/help#takeback">More</a>`,
        ...(annuls ? { yes: "Propose to annul the game" } : {}),
        no: "Play on",
        careful: true,
      },
      { by, act: "offer", what: "annul" },
    );
  }

  /** He whose turn it is adjourns; the other can only propose it, and so can he while a clock runs that no umpire could start again. */
  private adjourn(by: Colour) {
    const { view } = this;
    const free = !isTimed(view) || this.bothHere || !!view.computer || view.seats.some((seat) => seat.party === "umpire" && seat.taken);
    void this.doIf(
      view.state.turn === by && free
        ? { title: "Adjourn the game?", text: "Play stops, and your move is sealed where the code says so. The game goes on when somebody resumes it.", yes: "Adjourn" }
        : { title: "Propose to adjourn?", text: "Your opponent has to agree.", yes: "Propose to adjourn" },
      view.state.turn === by && free ? { by, act: "adjourn" } : { by, act: "offer", what: "adjourn" },
    );
  }

  /** Resuming while the other is away is another act than resuming with him: the code says what becomes of the envelope. */
  resume() {
    const { view } = this;
    const by = this.me ?? "umpire";
    const absent = (["white", "black"] as const).filter((side) => {
      if (side === by || this.bothHere || view.computer?.side === side) return false;
      return view.seats.filter((seat) => seat.party === side).every((seat) => !seat.present);
    });
    if (absent.length === 0) {
      this.do({ by, act: "resume" });
      return;
    }
    const names = listed(absent.map((side) => playerOf(view, side)));
    void this.doIf(
      {
        title: `${names} ${absent.length > 1 ? "are" : "is"} not here`,
        text: "You can resume the game all the same. The clock then runs as the code says, and a sealed move is not shown to anyone before its time.",
        yes: `Resume without ${names}`,
        no: "Wait",
      },
      { by, act: "resume", absent },
    );
  }

  render() {
    const { view, me } = this;
    const { status } = view.state;
    const umpire = view.you.parties.includes("umpire");
    return html`<div class="bar" role="group" aria-label="At the table">
      ${me && status === "in-play"
        ? html`<button @click=${() => this.offerDraw(me)}>Offer a draw</button>
            <button @click=${() => this.form("claim")}>Claim…</button>
            <button @click=${() => this.form("point-out")}>Point out…</button>
            ${this.mayPropose("adjourn") ? html`<button @click=${() => this.adjourn(me)}>Adjourn</button>` : nothing}
            <button @click=${() => this.takeBack(me)}>Take back…</button>
            <button class="danger" @click=${() => this.form("resign")}>Resign…</button>`
        : nothing}
      ${me && view.header.scheduled && !view.log.some(({ act }) => act.act === "arrive" && act.by === me)
        ? html`<button class="main" @click=${() => this.do({ by: me, act: "arrive" })}>I am here</button>`
        : nothing}
      ${status === "adjourned" ? html`<button class="main" @click=${this.resume}>Resume</button>` : nothing}
      ${me && !this.bothHere && view.seats.some((seat) => seat.party === "umpire")
        ? html`<button @click=${() => this.form("dispute")}>Ask the umpire…</button>`
        : nothing}
      ${umpire && (!this.bothHere || status === "suspended") ? html`<button @click=${() => this.form("decide")}>Decide…</button>` : nothing}
      <button @click=${() => this.form()}>Anything else…</button>
    </div>`;
  }
}
