/* Who am I here? An account for those who want their games on every machine, and the inbox of games by post. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, state } from "lit/decorators.js";
import { account, api, LATE, Problem, seats, type Brief, type Me } from "../api.js";
import { capital } from "../record.js";
import { listed } from "../say.js";
import { shared } from "../style/shared.js";
import { ago, codeWords } from "../words.js";

@customElement("jd-account")
export class JdAccount extends LitElement {
  @state() private me: Me | null | undefined = undefined;
  @state() private items: Awaited<ReturnType<typeof api.inbox>>["items"] = [];
  @state() private games = new Map<string, Brief>();
  @state() private fresh = false;
  @state() private problem: string | null = null;

  static styles = [
    shared,
    css`
      :host {
        display: block;
        max-width: 620px;
        margin: 0 auto;
        padding: clamp(20px, 5vw, 56px) 16px;
      }
      h1 {
        overflow-wrap: anywhere;
      }
      .card {
        padding: 24px;
        display: grid;
        gap: 14px;
        margin-top: 20px;
      }
      ul {
        list-style: none;
        margin: 0;
        padding: 0;
        display: grid;
        gap: 8px;
      }
      li a {
        display: flex;
        justify-content: space-between;
        gap: 12px;
        padding: 10px 14px;
        border: 1px solid var(--line);
        border-radius: 8px;
        text-decoration: none;
        color: var(--ink);
      }
      .unread {
        font-weight: 600;
      }
    `,
  ];

  connectedCallback() {
    super.connectedCallback();
    void this.load();
  }

  private async load() {
    // A browser that nobody has logged in from need not ask.
    if (!account.known()) {
      this.me = null;
      return;
    }
    try {
      this.enters(await api.session());
      await this.gather();
    } catch (error) {
      this.me ??= null;
      if ((error as Problem).status === 401) account.forget();
      else this.problem = (error as Error).message;
    }
  }

  private enters(me: Me) {
    this.me = me;
    account.set(me.name);
  }

  private async enter(event: SubmitEvent) {
    event.preventDefault();
    const data = new FormData(event.target as HTMLFormElement);
    const [name, password] = [String(data.get("name")).trim(), String(data.get("password"))];
    this.problem = null;
    try {
      this.enters(this.fresh ? await api.register(name, password) : await api.logIn(name, password));
      await this.gather();
    } catch (error) {
      this.problem = (error as Error).message;
    }
  }

  /** Seats taken as a guest follow the account; then the letters, and the games they are about. */
  private async gather() {
    await Promise.allSettled(seats.games().slice(0, 30).map((id) => api.game(id, LATE)));
    const [inbox, games] = await Promise.all([api.inbox(), api.games()]);
    this.items = inbox.items;
    this.games = new Map(games.games.map((game) => [game.id, game]));
  }

  /** Which game a letter is about, and against whom. */
  private about(id: string): string {
    const game = this.games.get(id);
    if (!game) return "";
    const others = (["white", "black"] as const).filter((side) => !game.you.includes(side)).flatMap((side) => game.players[side].filter(Boolean));
    return `${game.title ?? (others.length > 0 ? `against ${listed(others)}` : "no opponent yet")}, ${codeWords(game.code).name}`;
  }

  private async leave(everywhere: boolean) {
    try {
      await api.logOut(everywhere);
      account.forget();
      this.me = null;
      this.fresh = false;
    } catch (error) {
      this.problem = (error as Error).message;
    }
  }

  render() {
    const problem = this.problem ? html`<p class="notice bad" role="alert">${this.problem}</p>` : nothing;
    if (this.me === undefined) return html`<p class="soft" role="status">One moment…</p>`;
    if (this.me === null) {
      return html`<h1>${this.fresh ? "Create an account" : "Log in"}</h1>
        <p class="soft">Nobody needs an account to play. With one, you find your games on every device, and games by post have an inbox.</p>
        <form class="card" @submit=${this.enter}>
          <p><label for="name">Name</label><input id="name" name="name" type="text" required minlength="2" maxlength="32" autocomplete="username" /></p>
          <p><label for="password">Password</label><input id="password" name="password" type="password" required minlength="8" maxlength="256" autocomplete=${this.fresh ? "new-password" : "current-password"} /></p>
          ${problem}
          <div class="row">
            <button class="main">${this.fresh ? "Create account" : "Log in"}</button>
            <button type="button" class="plain" @click=${() => (this.fresh = !this.fresh)}>${this.fresh ? "I have an account" : "I have no account yet"}</button>
          </div>
        </form>`;
    }
    return html`<h1>${this.me.name}</h1>
      <section class="card">
        <h2>Inbox</h2>
        ${this.items.length === 0
          ? html`<p class="soft">Nothing new.</p>`
          : html`<ul>${this.items.map((item) => html`<li><a class=${item.read ? "" : "unread"} href="/game/${item.game}" @click=${() => void api.inboxRead([item.id]).catch(() => undefined)}><span>${capital(item.text)}<br /><span class="small soft">${this.about(item.game)}</span></span><span class="small soft">${ago(item.created_ms)}</span></a></li>`)}</ul>`}
      </section>
      ${problem}
      <div class="card"><div class="row"><button @click=${() => this.leave(false)}>Log out</button><button class="danger" @click=${() => this.leave(true)}>Log out everywhere</button></div></div>`;
  }
}
