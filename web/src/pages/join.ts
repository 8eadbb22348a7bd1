/* Who has invited me, to what? An invitation, before one sits down. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import "../terms.js";
import { api, NAME, secret, seats, type Problem } from "../api.js";
import { capital } from "../record.js";
import { face } from "../face.js";
import { menStyle, shared } from "../style/shared.js";
import { listed } from "../say.js";
import { store } from "../store.js";
import { codeWords } from "../words.js";

@customElement("jd-join")
export class JdJoin extends LitElement {
  @state() private found: Awaited<ReturnType<typeof api.invitation>> | null = null;
  @state() private problem: string | null = null;
  /** Nobody was there to ask: it can be asked again. */
  private away = false;
  @state() private busy = false;
  /** Why one could not sit down; another attempt may do. */
  @state() private refused: string | null = null;
  /** The invitation: what stands after # in the link. */
  @property() code = "";

  static styles = [
    shared,
    menStyle,
    css`
      :host {
        display: block;
        max-width: 560px;
        margin: 8vh auto;
        padding: 0 16px;
      }
      .card {
        padding: clamp(20px, 5vw, 36px);
        display: grid;
        gap: 16px;
        /* A name may be one long word. */
        overflow-wrap: anywhere;
      }
      .lines {
        font-family: var(--serif);
        display: grid;
        gap: 6px;
        border-left: 3px solid var(--brass);
        padding-left: 14px;
      }
    `,
  ];

  protected willUpdate(changed: Map<string, unknown>) {
    if (changed.has("code")) void this.look();
  }

  private async look() {
    this.found = this.problem = this.refused = null;
    this.away = false;
    const { code } = this;
    if (!this.code) {
      this.problem = "This link is incomplete: the part after # is missing.";
      return;
    }
    try {
      const found = await api.invitation(code);
      if (this.code === code) this.found = found;
    } catch (error) {
      const problem = error as Problem;
      if (this.code !== code) return;
      this.problem = problem.status === 404 ? "There is no invitation at this link. Was all of it copied?" : problem.detail;
      this.away = problem.status === 0 || problem.status >= 500;
    }
  }

  private again = () => {
    if (this.away) void this.look();
  };

  connectedCallback() {
    super.connectedCallback();
    addEventListener("online", this.again);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    removeEventListener("online", this.again);
  }

  /** Where the secret of a seat is kept until the server has answered. */
  private get joining(): string {
    return `jadoube.joining.${this.code}`;
  }

  private async sit(event: SubmitEvent) {
    event.preventDefault();
    const name = this.renderRoot.querySelector<HTMLInputElement>("#name")!.value.trim();
    if (name) store.set(NAME, name);
    this.busy = true;
    this.refused = null;
    // The secret is kept before it is used, so that an answer lost on the way does not lose the seat.
    const token = store.get(this.joining) ?? secret();
    store.set(this.joining, token);
    try {
      const seat = await api.accept(this.code, name ? { name, token } : { token });
      seats.set(seat.game, seat.token);
      store.remove(this.joining);
      this.dispatchEvent(new CustomEvent("go", { detail: `/game/${seat.game}`, bubbles: true, composed: true }));
    } catch (error) {
      const problem = error as Problem;
      if (problem.kind === "taken") {
        store.remove(this.joining);
        this.found = { ...this.found!, taken: true };
      } else this.refused = problem.detail;
    } finally {
      this.busy = false;
    }
  }

  private asWhat(): string {
    const { role, parties } = this.found!;
    if (role === "onlooker") return "to watch";
    if (role === "umpire") return "to be the umpire";
    return `to play ${parties.map(capital).join(" and ")}`;
  }

  /** Who invites: the opponents, or both players where one is to watch or to be the umpire. Who consults is named whether he sits or
      not, the invited among them: then the terms say who they are. */
  private hosts(): string[] {
    const { names, parties, header } = this.found!;
    if (Object.values(header.sides ?? {}).some((party) => (party?.length ?? 0) > 1)) return [];
    const sides = (["white", "black"] as const).filter((side) => parties.length !== 1 || parties[0] !== side);
    return [...new Set(sides.flatMap((side) => names[side]).filter(Boolean))];
  }

  render() {
    if (this.problem && this.away) {
      return html`<div role="alert">${face("b", "The invitation cannot be opened now", this.problem, html`<button class="main" @click=${this.again}>Try again</button>`)}</div>`;
    }
    if (this.problem) {
      return html`<div role="alert">${face("b", "This invitation leads nowhere", this.problem, html`<a class="button main" href="/">To the front page</a>`)}</div>`;
    }
    const found = this.found;
    if (!found) return html`<div class="card"><p class="soft" role="status">Opening the invitation…</p></div>`;
    const words = codeWords(found.header.code);
    const hosts = this.hosts();
    // A chair taken by one who has it in this browser is his own: sitting down again would lose him his seat.
    const mine = seats.get(found.game);
    // Where the answer was lost on the way, the secret that took the seat is still here, and takes it again.
    if (found.taken && !mine && !store.get(this.joining)) {
      return face("b", "This seat is taken", "Somebody has already used this link. Ask whoever sent it for another one.", html`<a class="button main" href="/">To the front page</a>`);
    }
    return html`<div class="card">
      <h1>${hosts.length > 0 ? `${listed(hosts)} ${hosts.length > 1 ? "invite" : "invites"} you` : "You are invited"} ${this.asWhat()}</h1>
      <div class="lines">
        <strong>${words.name}</strong>
        <span>${words.lines[0]}</span>
        <span>${words.lines[1]}</span>
      </div>
      <jd-terms .header=${found.header} .settings=${found.settings} .games=${found.games}></jd-terms>
      ${mine
        ? html`<p class="notice">You already have a seat at this table in this browser. This link is for somebody else: send it on, or open it in another browser or a private window.</p>
            <a class="button main" href="/game/${found.game}">Back to the table</a>`
        : html`<form class="stack" @submit=${this.sit}>
            <p><label for="name">Your name, if you like</label><input id="name" type="text" maxlength="40" autocomplete="nickname" .value=${store.get(NAME) ?? ""} /></p>
            ${this.refused ? html`<p class="notice bad" role="alert">${this.refused} Try again.</p>` : nothing}
            <button class="main" ?disabled=${this.busy}>${found.role === "onlooker" ? "Come in" : "Sit down"}</button>
          </form>`}
    </div>`;
  }
}
