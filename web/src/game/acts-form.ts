/* What else can happen at a table? A form for every act of the record. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import "../board/board.js";
import type { Square } from "../fen.js";
import { capital, type Colour, type Party } from "../record.js";
import { dialogStyle, shared } from "../style/shared.js";
import { ACTS, buildAct, type ActForm, type Field } from "./acts.js";
import { Marks } from "./preview.js";

/** Fields that can be filled by pointing at the board. */
const POINTED = new Set<Field["type"]>(["square", "squares", "move"]);

@customElement("jd-acts")
export class JdActs extends LitElement {
  @property({ attribute: false }) parties: Party[] = [];
  /** The men as they stand, to point at; `null`: no board is shown. */
  @property() fen: string | null = null;
  @property() side: Colour = "white";
  /** Who acts unless another is named: he whose turn it is. */
  @property() turn: Colour = "white";
  @state() private form: ActForm | null = null;
  /** The field that a press on the picture fills. */
  @state() private aim = "";
  @state() private pointed: Square[] = [];
  /** What has been chosen in the form so far. */
  @state() private answers: Record<string, string> = {};
  @state() private by: Party | null = null;
  @query("dialog") private dialog!: HTMLDialogElement;

  static styles = [
    shared,
    dialogStyle,
    css`
      dialog {
        width: min(560px, calc(100vw - 24px));
        max-height: calc(100dvh - 32px);
      }
      .head {
        display: flex;
        justify-content: space-between;
        align-items: center;
        gap: 8px;
        margin-bottom: 12px;
      }
      .group {
        margin-top: 14px;
      }
      .list {
        display: flex;
        flex-wrap: wrap;
        gap: 6px;
        margin-top: 6px;
      }
      form {
        display: grid;
        gap: 12px;
      }
      .field {
        display: grid;
        gap: 4px;
      }
      .clocks {
        grid-template-columns: 1fr 1fr;
        border: 0;
        padding: 0;
        margin: 0;
      }
      .picture {
        width: min(100%, 300px);
      }
      .flag {
        display: flex;
        gap: 10px;
        align-items: center;
      }
    `,
  ];

  show(act?: string) {
    this.choose(act ? (ACTS.find((form) => form.act === act) ?? null) : null);
    if (!this.dialog.open) this.dialog.showModal();
  }

  close() {
    this.dialog.close();
  }

  private choose(form: ActForm | null) {
    this.form = form;
    this.by = null;
    this.pointed = [];
    this.answers = {};
    this.aim = form?.fields.find((field) => POINTED.has(field.type))?.name ?? "";
  }

  /** A press on the picture writes the square into the field, from and to in turn where it is a move. */
  private point(at: Square) {
    const field = this.form?.fields.find((each) => each.name === this.aim);
    const input = this.renderRoot.querySelector<HTMLInputElement>(`[name="${this.aim}"]`);
    if (!field || !input) return;
    if (field.type === "square") input.value = at;
    else if (field.type === "squares") input.value = input.value ? `${input.value}, ${at}` : at;
    else input.value = input.value.length === 2 ? input.value + at : at;
    this.pointed = input.value.match(/[a-h][1-8]/g) ?? [];
  }

  private actors(form: ActForm): Party[] {
    const umpire = this.parties.includes("umpire");
    // At a table the server's clock is the timekeeper; nobody acts for it.
    if (form.by) return form.by.filter((party) => this.parties.includes(party));
    const players = this.parties.filter((party) => party === "white" || party === "black");
    if (players[0] !== this.turn) players.reverse();
    if (["adjourn", "resume", "remove", "place", "say"].includes(form.act) && umpire) return [...players, "umpire"];
    return players;
  }

  private submit(event: SubmitEvent) {
    event.preventDefault();
    const form = this.form!;
    const data = new FormData(event.target as HTMLFormElement);
    const filled: Record<string, unknown> = {};
    for (const field of form.fields) {
      const value = data.get(field.name);
      if (field.type === "flag") filled[field.name] = value === "on";
      else if (field.type === "pairs") {
        const pairs = String(value ?? "")
          .split(/[;\n]/)
          .map((pair) => pair.split(",").map((word) => word.trim()))
          .filter((pair) => pair.length === 2 && pair[0] && pair[1]);
        filled[field.name] = pairs.length > 0 ? pairs : undefined;
      } else if (field.type === "clocks") {
        const white = data.get(`${field.name}-white`);
        const black = data.get(`${field.name}-black`);
        filled[field.name] = white && black ? { white: Number(white), black: Number(black) } : undefined;
      } else if (field.type === "given") {
        const given = (["white", "black"] as const).map((side) => [side, data.get(`${field.name}-${side}`)]).filter(([, seconds]) => seconds);
        filled[field.name] = Object.fromEntries(given.map(([side, seconds]) => [side, Number(seconds)]));
      } else filled[field.name] = typeof value === "string" ? value.trim() : undefined;
    }
    const by = (this.by ?? this.actors(form)[0])!;
    this.dialog.close();
    this.dispatchEvent(
      new CustomEvent("act", { detail: buildAct(form, by, filled), bubbles: true, composed: true }),
    );
  }

  private asked(field: Field): boolean {
    if (!field.only) return true;
    const [name, value] = field.only;
    return (this.answers[name] ?? this.form!.fields.find((each) => each.name === name)?.choices?.[0]?.[0]) === value;
  }

  private field(field: Field) {
    if (!this.asked(field)) return nothing;
    const id = `f-${field.name}`;
    const must = field.must && this.form?.act !== "seal";
    if (field.type === "flag") {
      return html`<label class="flag"><input type="checkbox" name=${field.name} /> ${field.label}</label>`;
    }
    if (field.type === "choice") {
      return html`<div class="field">
        <label for=${id}>${field.label}</label>
        <select id=${id} name=${field.name} ?required=${must} @change=${(event: Event) => (this.answers = { ...this.answers, [field.name]: (event.target as HTMLSelectElement).value })}>
          ${field.must ? nothing : html`<option value="">—</option>`}
          ${field.choices!.map(([value, label]) => html`<option value=${value}>${label}</option>`)}
        </select>
      </div>`;
    }
    if (field.type === "clocks" || field.type === "given") {
      return html`<fieldset class="field clocks">
        <legend>${field.label}: seconds${field.type === "clocks" ? " used" : ""}</legend>
        <label>White <input type="number" min="0" step="any" name="${field.name}-white" /></label>
        <label>Black <input type="number" min="0" step="any" name="${field.name}-black" /></label>
      </fieldset>`;
    }
    if (field.type === "lines") {
      return html`<div class="field">
        <label for=${id}>${field.label}</label>
        <textarea id=${id} name=${field.name} rows="2" spellcheck="false"></textarea>
      </div>`;
    }
    const pattern = field.type === "square" ? "[a-h][1-8]" : field.type === "move" ? "[a-h][1-8][a-h][1-8][qrbnpk]?" : null;
    const hint =
      field.hint ??
      (field.type === "square" ? "e4" : field.type === "pairs" ? "reply, own move; reply, own move" : field.type === "fen" ? "FEN" : "");
    return html`<div class="field">
      <label for=${id}>${field.label}</label>
      <input
        id=${id}
        name=${field.name}
        type=${field.type === "number" ? "number" : "text"}
        min=${field.type === "number" ? 0 : nothing}
        pattern=${pattern ?? nothing}
        placeholder=${hint}
        list=${field.choices ? `${id}-usual` : nothing}
        ?required=${must}
        autocomplete="off"
        autocapitalize="off"
        spellcheck="false"
        @focus=${() => POINTED.has(field.type) && (this.aim = field.name)}
      />
      ${field.choices
        ? html`<datalist id="${id}-usual">${field.choices.map(([value, label]) => html`<option value=${value}>${label}</option>`)}</datalist>`
        : nothing}
    </div>`;
  }

  render() {
    return html`<dialog aria-labelledby="title" @click=${(event: MouseEvent) => event.target === this.dialog && this.dialog.close()}>
      <div class="head">
        <h2 id="title">${this.form?.label ?? "What happens?"}</h2>
        <button class="plain" aria-label="Close" @click=${() => this.dialog.close()}>✕</button>
      </div>
      ${this.form ? this.fill(this.form) : this.menu()}
    </dialog>`;
  }

  private menu() {
    const groups = [...new Set(ACTS.map((form) => form.group))];
    return groups.map((group) => {
      const forms = ACTS.filter((form) => form.group === group && this.actors(form).length > 0);
      if (forms.length === 0) return nothing;
      const names = { Hand: "By hand", Word: "In words", Right: "Rights and claims", Game: "The game", Post: "By post", Umpire: "The officials" };
      return html`<div class="group">
        <p class="caps">${names[group]}</p>
        <div class="list">
          ${forms.map((form) => html`<button class="compact" data-act=${form.act} @click=${() => this.choose(form)}>${form.label}</button>`)}
        </div>
      </div>`;
    });
  }

  private picture() {
    if (!this.aim || this.fen === null) return nothing;
    const marks = new Marks();
    for (const at of this.pointed) marks.add(at, "choice");
    return html`<jd-board
      class="picture"
      taps
      .fen=${this.fen}
      .side=${this.side}
      .marks=${marks}
      label="The board: press a square to write it into the form"
      @hand-tap=${(event: CustomEvent<{ square: Square }>) => this.point(event.detail.square)}
    ></jd-board>`;
  }

  private fill(form: ActForm) {
    const actors = this.actors(form);
    const by = this.by ?? actors[0];
    return html`<form @submit=${this.submit}>
      ${actors.length > 1
        ? html`<div class="field">
            <label for="by">Who</label>
            <select id="by" @change=${(event: Event) => (this.by = (event.target as HTMLSelectElement).value as Party)}>
              ${actors.map((party) => html`<option value=${party} ?selected=${party === by}>${capital(party)}</option>`)}
            </select>
          </div>`
        : nothing}
      ${form.fields.map((field) => this.field(field))} ${this.picture()}
      ${form.act === "resign" ? html`<p>This ends the game.</p>` : nothing}
      <div class="row">
        <button class=${form.act === "resign" ? "danger" : "main"} type="submit">${form.label}</button>
        ${form.act === "resign"
          ? html`<button type="button" @click=${() => this.dialog.close()}>Play on</button>`
          : html`<button type="button" class="plain" @click=${() => this.choose(null)}>Something else</button>`}
      </div>
    </form>`;
  }
}
