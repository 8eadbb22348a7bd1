/* How do the codes differ on this? One question, every code’s answer, side by side. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import "../law/clause.js";
import type { Answer, Comparison, Problem } from "../api.js";
import { shelf } from "../shelf.js";
import { KnownCodes } from "../codes.js";
import type { Code } from "../record.js";
import { typeset } from "../say.js";
import { shared } from "../style/shared.js";
import { codeWords } from "../words.js";

@customElement("jd-compare")
export class JdCompare extends LitElement {
  @property() question = "";
  @state() private questions: { question: string; title: string }[] | null = null;
  @state() private comparison: Comparison | null = null;
  @state() private problem: string | null = null;
  private codes = new KnownCodes(this);

  static styles = [
    shared,
    css`
      :host {
        display: block;
        max-width: 1320px;
        margin: 0 auto;
        padding: clamp(16px, 3vw, 40px) clamp(12px, 3vw, 32px) 64px;
      }
      .list {
        display: grid;
        gap: 8px;
        grid-template-columns: repeat(auto-fill, minmax(min(100%, 250px), 1fr));
        margin-top: 20px;
      }
      .list a {
        padding: 14px 16px;
        text-decoration: none;
        color: var(--ink);
        font-family: var(--serif);
        font-size: 1.0625rem;
      }
      .list a:hover {
        border-color: var(--strong-line);
      }
      .back {
        margin-bottom: 8px;
      }
      .scroll {
        overflow-x: auto;
        margin-top: 20px;
        border: 1px solid var(--line);
        border-radius: 10px;
        background: var(--card);
      }
      table {
        border-collapse: collapse;
        width: 100%;
        min-width: 980px;
        /* As wide for the newest code as for the oldest, however many there are. */
        table-layout: fixed;
      }
      th,
      td {
        text-align: left;
        vertical-align: top;
        padding: 12px 14px;
        border-bottom: 1px solid var(--line);
      }
      thead th {
        font: 600 1.25rem/1.1 var(--serif);
        color: var(--brass);
        font-variant-numeric: oldstyle-nums;
      }
      tbody th {
        font: 600 0.9375rem/1.35 var(--serif);
        position: sticky;
        left: 0;
        background: var(--card);
        border-right: 1px solid var(--line);
      }
      td {
        font-size: 0.9375rem;
        overflow-wrap: break-word;
      }
      @media (max-width: 1000px) {
        table {
          min-width: 760px;
        }
        th,
        td {
          padding: 10px 8px;
        }
        td,
        tbody th {
          font-size: 0.875rem;
          hyphens: auto;
        }
      }
      .notice {
        margin-top: 14px;
      }
      .silent {
        color: var(--soft);
      }
      .by {
        display: block;
        margin-top: 4px;
        font-size: 0.8125rem;
      }
      .phone {
        display: none;
      }
      @media (max-width: 760px) {
        .scroll {
          display: none;
        }
        .phone {
          display: grid;
          gap: 14px;
          margin-top: 20px;
        }
        .phone .card {
          padding: 14px;
        }
        .phone h2 {
          font-size: 1.05rem;
        }
        .phone dl {
          margin: 8px 0 0;
          display: grid;
          grid-template-columns: 3.4em 1fr;
          gap: 8px 10px;
        }
        .phone dt {
          font: 600 1rem/1.4 var(--serif);
          color: var(--brass);
        }
        .phone dd {
          margin: 0;
          font-size: 0.9375rem;
        }
      }
    `,
  ];

  protected willUpdate(changed: Map<string, unknown>) {
    if (changed.has("question")) void this.load();
  }

  private async load() {
    this.problem = this.comparison = this.questions = null;
    try {
      if (this.question) {
        this.comparison = await shelf.compare(this.question);
        document.title = `${typeset(this.comparison.title)} · Jadoube`;
      } else this.questions = (await shelf.questions()).questions;
    } catch (error) {
      if ((error as Problem).status !== 404) this.problem = (error as Error).message;
      // An unknown question is said over the list of those there are.
      else this.questions = (await shelf.questions().catch(() => null))?.questions ?? [];
    }
  }

  private answer(code: Code, answer: Answer | undefined) {
    if (!answer) return html`<span class="silent">—</span>`;
    return html`<span class=${answer.silent ? "silent" : ""}>${typeset(answer.answer)}</span>
      <span class="by">
        ${answer.silent ? html`silent` : nothing}
        ${answer.authority.map((label, at) => html`${at > 0 ? ", " : ""}<jd-clause .code=${code} .clause=${label}></jd-clause>`)}
        ${answer.reading ? html` <a href="/law/readings#${answer.reading.replace("reading ", "")}">${answer.reading}</a>` : nothing}
      </span>`;
  }

  render() {
    if (this.problem) return html`<h1>Compare</h1><p class="notice bad" role="alert">${this.problem}</p><p><a href="/compare">All questions</a></p>`;
    if (!this.question || this.questions) {
      return html`<h1>One question, every code’s answer</h1>
        ${this.question ? html`<p class="notice bad" role="alert">There is no question called “${this.question}”. These there are:</p>` : nothing}
        ${this.questions === null
          ? html`<p class="soft" role="status">Loading…</p>`
          : html`<div class="list">${this.questions.map((each) => html`<a class="card" href="/compare/${each.question}">${typeset(each.title)}</a>`)}</div>`}`;
    }
    const found = this.comparison;
    if (!found) return html`<p class="soft" role="status">Comparing…</p>`;
    return html`<p class="small back"><a class="reach" href="/compare">All questions</a></p>
      <h1>${typeset(found.title)}</h1>
      <div class="scroll" tabindex="0" role="region" aria-label="Comparison">
        <table>
          <thead>
            <tr><th scope="col"><span class="unseen">Question</span></th>${this.codes.names.map((code) => html`<th scope="col">${codeWords(code).short}</th>`)}</tr>
          </thead>
          <tbody>
            ${found.rows.map((row) => html`<tr><th scope="row">${typeset(row.what)}</th>${this.codes.names.map((code) => html`<td>${this.answer(code, row.answers[code])}</td>`)}</tr>`)}
          </tbody>
        </table>
      </div>
      <div class="phone">
        ${found.rows.map(
          (row) => html`<div class="card"><h2>${typeset(row.what)}</h2><dl>${this.codes.names.map((code) => html`<dt>${codeWords(code).short}</dt><dd>${this.answer(code, row.answers[code])}</dd>`)}</dl></div>`,
        )}
      </div>`;
  }
}
