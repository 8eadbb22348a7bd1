/* What else can happen at a table? A form for every act of the record. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { capital, type Party } from "../record.js";
import { shared } from "../style/shared.js";
import { ACTS, buildAct, type ActForm, type Field } from "./acts.js";

@customElement("jd-acts")
export class JdActs extends LitElement {
  @property({ attribute: false }) parties: Party[] = [];
  @state() private form: ActForm | null = null;
  @state() private by: Party | null = null;
  @query("dialog") private dialog!: HTMLDialogElement;

  static styles = [
    shared,
    css`
      dialog {
        border: 1px solid var(--line);
        border-radius: 14px;
        background: var(--card);
        color: var(--ink);
        width: min(560px, calc(100vw - 24px));
        max-height: calc(100dvh - 32px);
        padding: 20px;
        box-shadow: 0 20px 60px rgb(0 0 0 / 30%);
      }
      dialog::backdrop {
        background: rgb(20 16 10 / 50%);
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
      .flag {
        display: flex;
        gap: 10px;
        align-items: center;
      }
    `,
  ];

  show(act?: string) {
    this.form = act ? (ACTS.find((form) => form.act === act) ?? null) : null;
    this.by = null;
    if (!this.dialog.open) this.dialog.showModal();
  }

  private actors(form: ActForm): Party[] {
    const umpire = this.parties.includes("umpire");
    if (form.by) return form.by.filter((party) => this.parties.includes(party) || (party === "timekeeper" && umpire));
    const players = this.parties.filter((party) => party === "white" || party === "black");
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
      } else filled[field.name] = typeof value === "string" ? value.trim() : undefined;
    }
    const by = (this.by ?? this.actors(form)[0])!;
    this.dialog.close();
    this.dispatchEvent(
      new CustomEvent("act", { detail: buildAct(form, by, filled), bubbles: true, composed: true }),
    );
  }

  private field(field: Field) {
    const id = `f-${field.name}`;
    const must = field.must && this.form?.act !== "seal";
    if (field.type === "flag") {
      return html`<label class="flag"><input type="checkbox" name=${field.name} /> ${field.label}</label>`;
    }
    if (field.type === "choice") {
      return html`<div class="field">
        <label for=${id}>${field.label}</label>
        <select id=${id} name=${field.name} ?required=${must}>
          ${field.must ? nothing : html`<option value="">—</option>`}
          ${field.choices!.map(([value, label]) => html`<option value=${value}>${label}</option>`)}
        </select>
      </div>`;
    }
    if (field.type === "clocks") {
      return html`<fieldset class="field">
        <legend>${field.label}: seconds used</legend>
        <label>White <input type="number" min="0" step="any" name="${field.name}-white" /></label>
        <label>Black <input type="number" min="0" step="any" name="${field.name}-black" /></label>
      </fieldset>`;
    }
    const pattern = field.type === "square" ? "[a-h][1-8]" : field.type === "move" ? "[a-h][1-8][a-h][1-8][qrbnp]?" : null;
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
        ?required=${must}
        autocomplete="off"
        spellcheck="false"
      />
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
          ${forms.map((form) => html`<button class="compact" data-act=${form.act} @click=${() => (this.form = form)}>${form.label}</button>`)}
        </div>
      </div>`;
    });
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
      ${form.fields.map((field) => this.field(field))}
      ${form.act === "resign" ? html`<p>This ends the game.</p>` : nothing}
      <div class="row">
        <button class="main" type="submit">${form.fields.length === 0 ? form.label : "So it happens"}</button>
        <button type="button" class="plain" @click=${() => (this.form = null)}>Something else</button>
      </div>
    </form>`;
  }
}
