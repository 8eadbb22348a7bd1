/* What would each code say? The incident of the day and the whole collection: a position, what happened, a question, and the answers. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import all, { type Told } from "jadoube:incidents";
import "../board/board.js";
import "../law/clause.js";
import type { Judged } from "../api.js";
import { judge } from "../judging.js";
import { KnownCodes } from "../codes.js";
import { actWords } from "../game/acts.js";
import { Marks } from "../game/preview.js";
import { pack } from "../incident.js";
import type { Code } from "../record.js";
import { inALine, verdict } from "../verdict.js";
import { shared } from "../style/shared.js";
import { codeWords } from "../words.js";

/** One for each day, in turn, the same for everybody. */
export function ofTheDay(now = Date.now()): Told {
  return all[Math.floor(now / 86_400_000) % all.length]!;
}

@customElement("jd-incident")
export class JdIncident extends LitElement {
  @property({ attribute: false }) told!: Told;
  /** Its title stands above it already. */
  @property({ type: Boolean }) untitled = false;
  @state() private judged: Judged | null = null;
  @state() private chosen: string | null = null;
  @state() private problem: string | null = null;
  @state() private copied = false;
  private codes = new KnownCodes(this);

  static styles = [
    shared,
    css`
      :host {
        display: block;
        container-type: inline-size;
      }
      .card {
        padding: clamp(16px, 3vw, 28px);
        display: grid;
        gap: 20px 32px;
      }
      @container (min-width: 700px) {
        .card {
          grid-template-columns: minmax(0, 320px) minmax(0, 1fr);
          align-items: start;
        }
      }
      .board {
        max-width: 380px;
        width: 100%;
      }
      .story {
        font: 1.0625rem/1.5 var(--serif);
      }
      .ask {
        font: 600 1.125rem/1.3 var(--serif);
      }
      .choices {
        display: grid;
        gap: 8px;
      }
      .choices button {
        text-align: left;
        justify-content: start;
        line-height: 1.35;
      }
      .choices button.right {
        border-color: var(--baize-ink);
        background: var(--baize-wash);
        opacity: 1;
      }
      .choices button.wrong {
        border-color: var(--ox);
        background: var(--ox-wash);
        opacity: 1;
      }
      dl {
        grid-column: 1 / -1;
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 250px), 1fr));
        gap: 10px;
        margin: 0;
      }
      dl > div {
        padding: 12px 14px;
        border: 1px solid var(--line);
        border-radius: 8px;
      }
      dl > div.asked {
        border-color: var(--baize-ink);
        background: var(--baize-wash);
      }
      dt {
        font: 600 1.125rem/1.3 var(--serif);
        color: var(--brass);
      }
      dd {
        margin: 4px 0 0;
        font-size: 0.9375rem;
      }
      dd ul {
        margin: 4px 0 0;
        padding-left: 18px;
      }
    `,
  ];

  protected willUpdate(changed: Map<string, unknown>) {
    if (!changed.has("told") || !this.told) return;
    this.judged = this.chosen = this.problem = null;
    this.copied = false;
    const { start, acts } = this.told;
    judge({ start, acts }).then(
      (judged) => (this.judged = judged),
      (error: Error) => (this.problem = error.message),
    );
  }

  /** What may be the answer: what this code says, and what the others say. */
  private choices(): { line: string; right: boolean }[] {
    const lines = new Map<string, boolean>();
    for (const [code, under] of Object.entries(this.judged!.codes)) {
      const line = inALine(verdict(under));
      lines.set(line, (lines.get(line) ?? false) || code === this.told.code);
    }
    // In an order that tells nothing.
    return [...lines].map(([line, right]) => ({ line, right })).sort((a, b) => a.line.localeCompare(b.line));
  }

  private async share() {
    const url = new URL(`/incidents/${this.told.name}`, location.href).href;
    try {
      await navigator.clipboard.writeText(url);
      this.copied = true;
    } catch {
      this.problem = `Copying is not allowed here. The link: ${url}`;
    }
  }

  render() {
    const { told, judged } = this;
    if (!told) return nothing;
    const state = judged ? (judged.codes[told.code] ?? Object.values(judged.codes)[0])?.states.at(-1) : null;
    const marks = new Marks();
    const last = told.acts.at(-1);
    if (typeof last?.move === "string") {
      marks.add(last.move.slice(0, 2), "last");
      marks.add(last.move.slice(2, 4), "last");
    }
    if (typeof last?.square === "string") marks.add(last.square, "touched");
    return html`<article class="card">
      <jd-board class="board" still picture .fen=${state?.board ?? told.start} .marks=${marks} label="The board after it: ${told.story}"></jd-board>
      <div class="stack">
        ${this.untitled ? nothing : html`<h3>${told.title}</h3>`}
        <p class="story">${told.story}</p>
        <p class="ask">${told.ask}</p>
        ${this.problem ? html`<p class="notice bad" role="alert">${this.problem}</p>` : nothing}
        ${judged ? this.guess() : html`<p class="soft" role="status">The arbiters confer…</p>`}
      </div>
      ${judged && this.answered() ? html`<dl>${this.inOrder().map((code) => this.one(code))}</dl>` : nothing}
    </article>`;
  }

  /** The code that was asked about first: who guessed reads its answer without looking for it. */
  private inOrder(): Code[] {
    const code = this.told.code as Code;
    return [code, ...this.codes.names.filter((each) => each !== code)];
  }

  /** Guessed, or not to be guessed, since all codes say the same. */
  private answered(): boolean {
    return this.chosen !== null || this.choices().length < 2;
  }

  private guess() {
    const { told, chosen } = this;
    const choices = this.choices();
    if (!this.answered()) {
      return html`<div class="choices">
        ${choices.map(({ line }) => html`<button @click=${() => (this.chosen = line)}>${line}</button>`)}
        <div><button class="plain" @click=${() => (this.chosen = "")}>Just tell me</button></div>
      </div>`;
    }
    const right = choices.find((each) => each.right)?.line;
    return html`${chosen ? html`<p class=${chosen === right ? "notice good" : "notice bad"} role="status">${chosen === right ? "Correct." : `Not in ${codeWords(told.code).short}.`}</p>` : nothing}
      <div class="row">
        <a class="button" href="/judge#${pack({ start: told.start, acts: told.acts })}">Go on from here</a>
        <button @click=${this.share}>${this.copied ? "Link copied" : "Share"}</button>
        <a class="button" href="/incidents">All incidents</a>
      </div>
      <details class="small soft"><summary>What happened, act by act</summary><ol>${told.acts.map((act) => html`<li>${actWords(act)}</li>`)}</ol></details>`;
  }

  private one(code: Code) {
    const under = this.judged!.codes[code];
    if (!under) return nothing;
    const { text, clause, rights } = verdict(under);
    return html`<div class=${code === this.told.code ? "asked" : ""}>
      <dt>${codeWords(code).short}</dt>
      <dd>
        ${text} ${clause ? html`<jd-clause .code=${code} .clause=${clause}></jd-clause>` : nothing}
        ${rights.length > 0 ? html`<ul>${rights.slice(0, 5).map((right) => html`<li>${right.text}</li>`)}</ul>` : nothing}
      </dd>
    </div>`;
  }
}

@customElement("jd-incidents")
export class JdIncidents extends LitElement {
  @property() name = "";

  static styles = [
    shared,
    css`
      :host {
        display: block;
        max-width: 980px;
        margin: 0 auto;
        padding: clamp(16px, 4vw, 40px) clamp(12px, 3vw, 32px) 56px;
      }
      ul {
        list-style: none;
        margin: 18px 0 0;
        padding: 0;
        display: grid;
        gap: 8px;
        grid-template-columns: repeat(auto-fill, minmax(min(100%, 270px), 1fr));
      }
      li a {
        display: grid;
        gap: 4px;
        padding: 14px 16px;
        height: 100%;
        color: var(--ink);
        text-decoration: none;
        align-content: start;
      }
      li strong {
        font-family: var(--serif);
      }
      jd-incident {
        margin-top: 16px;
      }
    `,
  ];

  render() {
    const told = all.find((each) => each.name === this.name);
    if (this.name && told) {
      return html`<p class="small"><a class="reach" href="/incidents">All incidents</a></p>
        <h1>${told.title}</h1>
        <jd-incident untitled .told=${told}></jd-incident>`;
    }
    return html`<h1>Incidents</h1>
      ${this.name ? html`<p class="notice bad">There is no incident called “${this.name}”.</p>` : nothing}
      <p class="soft">Something happens at a board. What would each code say? Guess first, then read.</p>
      <ul>
        ${all.map((each) => html`<li><a class="card" href="/incidents/${each.name}"><strong>${each.title}</strong><span class="small soft">${each.story}</span></a></li>`)}
      </ul>`;
  }
}
