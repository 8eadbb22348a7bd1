/* What does the code say? Each code clause by clause in our own words, and the readings we took where it is unclear. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { api, type Clause, type Problem, type ReadingEntry } from "../api.js";
import { KnownCodes } from "../codes.js";
import { capital, type Code } from "../record.js";
import { shelf } from "../shelf.js";
import { speaksOf, typeset } from "../say.js";
import { shared } from "../style/shared.js";
import { codeWords } from "../words.js";

const DISPOSITIONS: Record<string, string> = {
  enforced: "acts of itself",
  right: "a right",
  umpire: "for the umpire",
  definition: "a definition",
  "not played": "not played",
};

@customElement("jd-law")
export class JdLaw extends LitElement {
  @property() code = "";
  @property() clause = "";
  @state() private clauses: Clause[] | null = null;
  @state() private readings: ReadingEntry[] | null = null;
  @state() private book_ = "";
  @state() private wanted = "";
  @state() private problem: string | null = null;
  private codes = new KnownCodes(this);
  private loaded = "";
  private scrolled = "";

  static styles = [
    shared,
    css`
      :host {
        display: block;
        max-width: 1100px;
        margin: 0 auto;
        padding: clamp(16px, 3vw, 40px) clamp(12px, 3vw, 32px) 64px;
      }
      .tabs {
        display: flex;
        flex-wrap: wrap;
        gap: 6px;
        margin: 20px 0;
      }
      .tabs a {
        display: inline-flex;
        align-items: center;
        min-height: var(--reach);
        padding: 8px 14px;
        border: 1px solid var(--line);
        border-radius: 999px;
        text-decoration: none;
        color: var(--ink);
        background: var(--card);
        font-family: var(--serif);
      }
      .tabs a[aria-current="page"] {
        background: var(--baize);
        border-color: var(--baize);
        color: var(--on-baize);
        font-weight: 600;
      }
      .find {
        max-width: 420px;
        margin-bottom: 20px;
      }
      section {
        margin-top: 26px;
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: 4px 24px;
      }
      section > h2 {
        font-size: 1.0625rem;
        color: var(--soft);
        padding-top: 8px;
      }
      @media (min-width: 820px) {
        section {
          grid-template-columns: 210px minmax(0, 1fr);
        }
      }
      .clauses {
        display: grid;
        gap: 1px;
        background: var(--line);
        border: 1px solid var(--line);
        border-radius: 10px;
        overflow: hidden;
      }
      article {
        background: var(--card);
        padding: 12px 16px;
        display: grid;
        grid-template-columns: minmax(4.8em, auto) minmax(0, 1fr);
        gap: 4px 14px;
        scroll-margin-top: 20px;
      }
      article.found {
        background: var(--brass-wash);
        box-shadow: inset 4px 0 0 var(--brass);
      }
      article > a {
        text-decoration: none;
        font-size: 1.0625rem;
      }
      .gist {
        font-family: var(--serif);
        font-size: 1.0625rem;
      }
      .kind {
        grid-column: 2;
        font-size: 0.8125rem;
        color: var(--soft);
      }
      article ul {
        grid-column: 2;
        margin: 4px 0 0;
        padding-left: 18px;
        font-size: 0.9375rem;
        display: grid;
        gap: 3px;
      }
      .lobby {
        display: grid;
        gap: 12px;
        grid-template-columns: repeat(auto-fill, minmax(min(100%, 300px), 1fr));
        margin-top: 20px;
      }
      .lobby a {
        padding: 20px;
        text-decoration: none;
        color: var(--ink);
        display: grid;
        gap: 8px;
        align-content: start;
      }
      .lobby a:hover {
        border-color: var(--strong-line);
      }
      .year {
        font: 600 2rem/1 var(--serif);
        color: var(--brass);
        font-variant-numeric: oldstyle-nums;
      }
      .reading dl {
        margin: 0;
        grid-column: 2;
        display: grid;
        grid-template-columns: 4.6em minmax(0, 1fr);
        gap: 3px 12px;
        font-size: 0.9375rem;
      }
      .reading dt {
        color: var(--soft);
      }
      .reading dd {
        margin: 0;
      }
    `,
  ];

  protected willUpdate(changed: Map<string, unknown>) {
    if ((changed.has("code") || changed.has("clause")) && this.loaded !== this.code) void this.load();
  }

  protected updated() {
    const found = this.renderRoot.querySelector(".found");
    if (found && this.clause !== this.scrolled) {
      this.scrolled = this.clause;
      found.scrollIntoView({ block: "center" });
    }
  }

  private async load() {
    this.loaded = this.code;
    this.problem = null;
    this.clauses = null;
    this.wanted = "";
    try {
      if (this.code === "readings") {
        this.readings = (await api.readings()).readings;
        document.title = "Readings · Jadoube";
      } else if (this.code) {
        const law = await shelf.law(this.code as Code);
        this.clauses = law.clauses;
        this.book_ = law.title;
        document.title = `${law.title} · Jadoube`;
      }
    } catch (error) {
      // An unknown code is said in the lobby.
      if ((error as Problem).status !== 404) this.problem = (error as Error).message;
    }
  }

  private tabs() {
    return html`<nav class="tabs" aria-label="Codes">
      ${this.codes.names.map((code) => html`<a href="/law/${code}" aria-current=${this.code === code ? "page" : nothing}>${codeWords(code).short}</a>`)}
      <a href="/law/readings" aria-current=${this.code === "readings" ? "page" : nothing}>Readings</a>
      <a href="/compare">Compare</a>
      <a href="/judge">Judge</a>
      <a href="/help">Words</a>
    </nav>`;
  }

  private same(label: string): boolean {
    const plain = (text: string) => text.toLowerCase().replace(/[\s.()]/g, "");
    return this.clause !== "" && (label === this.clause || plain(label) === plain(this.clause));
  }

  render() {
    if (this.problem) return html`<h1>The law room</h1>${this.tabs()}<p class="notice bad" role="alert">${this.problem}</p>`;
    if (this.code === "readings") return this.allReadings();
    if (!this.code || (this.codes.list.length > 0 && !this.codes.names.includes(this.code as Code))) return this.lobby();
    return this.book();
  }

  private lobby() {
    return html`<h1>The law room</h1>
      ${this.code ? html`<p class="notice bad">There is no code called “${this.code}”.</p>` : nothing}
      <div class="lobby">
        ${this.codes.names.map((code) => {
          const words = codeWords(code);
          return html`<a class="card" href="/law/${code}"><span class="year">${words.short}</span><h2>${words.name}</h2><p class="small">${words.lines[0]}</p></a>`;
        })}
        <a class="card" href="/compare"><span class="year" aria-hidden="true">⚖</span><h2>Compare</h2><p class="small">One question, every code’s answer, side by side.</p></a>
        <a class="card" href="/judge"><span class="year" aria-hidden="true">♟</span><h2>Judge an incident</h2><p class="small">Set up a position, act it out, and hear every code.</p></a>
        <a class="card" href="/law/readings"><span class="year" aria-hidden="true">§</span><h2>Readings</h2><p class="small">What we took a code to mean where it is silent or unclear, and why.</p></a>
      </div>`;
  }

  private book() {
    const clauses = this.clauses;
    const shown = (clauses ?? []).filter(
      (clause) =>
        speaksOf(`${clause.label} ${clause.heading} ${clause.gist} ${clause.parts.map((part) => part.gist).join(" ")}`, this.wanted),
    );
    const headings: { heading: string; clauses: Clause[] }[] = [];
    for (const clause of shown) {
      const last = headings.at(-1);
      if (last?.heading === clause.heading) last.clauses.push(clause);
      else headings.push({ heading: clause.heading, clauses: [clause] });
    }
    return html`<h1>${this.book_ || codeWords(this.code).name}</h1>
      ${this.tabs()}
      ${clauses && !clauses.some((clause) => this.same(clause.label)) ? this.unknown("clause") : nothing}
      <div class="find">
        <label class="unseen" for="find">Find in this code</label>
        <input id="find" type="search" placeholder="Find: touch, castling, II.5…" .value=${this.wanted} @input=${(event: InputEvent) => (this.wanted = (event.target as HTMLInputElement).value)} />
      </div>
      ${clauses === null
        ? html`<p class="soft" role="status">Loading…</p>`
        : headings.length === 0
          ? html`<p class="soft">Nothing in this code speaks of “${this.wanted}”.</p>`
          : headings.map(
              (group) =>
                html`<section>
                  <h2>${group.heading}</h2>
                  <div class="clauses">${group.clauses.map((clause) => this.one(clause))}</div>
                </section>`,
            )}
`;
  }

  private one(clause: Clause) {
    return html`<article id=${clause.label} class=${this.same(clause.label) ? "found" : ""}>
      <a class="clause reach" href="/law/${this.code}#${encodeURIComponent(clause.label)}">${clause.label}</a>
      <p class="gist">${capital(typeset(clause.gist))}</p>
      ${clause.parts.length > 0 ? html`<ul>${clause.parts.map((part) => html`<li>${typeset(part.gist)}</li>`)}</ul>` : nothing}
      <p class="kind">${DISPOSITIONS[clause.disposition] ?? clause.disposition}${clause.reason ? `: ${clause.reason}` : ""}</p>
    </article>`;
  }

  /** The address names something that is not there. */
  private unknown(what: string) {
    return this.clause ? html`<p class="notice bad" role="alert">No ${what} is called “${this.clause}” here.</p>` : nothing;
  }

  private allReadings() {
    const target = this.clause;
    return html`<h1>Readings</h1>
      ${this.tabs()}
      ${this.readings && !this.readings.some((reading) => reading.id === target) ? this.unknown("reading") : nothing}
      <p class="soft">Where a code is silent or can be read in two ways, this is how we read it.</p>
      <div class="find">
        <label class="unseen" for="find">Find a reading</label>
        <input id="find" type="search" placeholder="Find: castling, BCC-6, accident…" .value=${this.wanted} @input=${(event: InputEvent) => (this.wanted = (event.target as HTMLInputElement).value)} />
      </div>
      ${this.readings === null
        ? html`<p class="soft" role="status">Loading…</p>`
        : html`<section><span></span><div class="clauses">
            ${this.readings
              .filter((reading) => speaksOf(`${reading.id} ${reading.words ?? ""} ${reading.choice ?? ""} ${reading.clauses?.join(" ") ?? ""}`, this.wanted))
              .map(
              (reading) =>
                html`<article class=${reading.id === target ? "reading found" : "reading"} id=${reading.id}>
                  <span class="clause">${reading.id}</span>
                  <p class="gist">${typeset(reading.choice ?? "")}</p>
                  ${reading.clauses?.length ? html`<p class="kind">on ${reading.clauses.join(", ")}</p>` : nothing}
                  <dl>
                    ${reading.words ? html`<dt>at issue</dt><dd>${typeset(reading.words)}</dd>` : nothing}
                    ${reading.reason ? html`<dt>because</dt><dd>${typeset(reading.reason)}</dd>` : nothing}
                  </dl>
                </article>`,
            )}
          </div></section>`}`;
  }
}
