/* What does the cited clause say? A link that shows the clause's gist in a small card, and leads to the law room. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { Clause, ClauseFound, Problem } from "../api.js";
import type { Code } from "../record.js";
import { sentence, typeset } from "../say.js";
import { shelf } from "../shelf.js";
import { codeWords } from "../words.js";
import { shared } from "../style/shared.js";

const known = new Map<string, Promise<ClauseFound>>();

function ask(code: Code, label: string): Promise<ClauseFound> {
  const key = `${code} ${label}`;
  let found = known.get(key);
  if (!found) {
    found = shelf.clause(code, label);
    found.catch(() => known.delete(key));
    known.set(key, found);
  }
  return found;
}

@customElement("jd-clause")
export class JdClause extends LitElement {
  @property() code: Code = "bcc-1899";
  @property() clause = "";
  @state() private found: ClauseFound | null = null;
  @state() private problem: string | null = null;
  @state() private open = false;

  static styles = [
    shared,
    css`
      :host {
        display: inline;
      }
      button {
        all: unset;
        cursor: pointer;
        color: var(--baize-ink);
        font-family: var(--serif);
        font-weight: 600;
        text-decoration: underline dotted 1px;
        text-underline-offset: 0.2em;
        white-space: nowrap;
        padding: 2px 1px;
      }
      button:hover {
        text-decoration-style: solid;
        background: none;
      }
      button:focus-visible {
        outline: 3px solid var(--focus);
        outline-offset: 1px;
        border-radius: 3px;
      }
      .pop {
        position: fixed;
        inset: auto;
        margin: 0;
        width: min(360px, calc(100vw - 24px));
        padding: 16px 18px;
        border: 1px solid var(--line);
        border-radius: 12px;
        background: var(--card);
        color: var(--ink);
        box-shadow: var(--shadow), 0 12px 40px rgb(0 0 0 / 18%);
        font: 0.9375rem/1.5 var(--sans);
        white-space: normal;
        text-align: left;
      }
      .pop h3 {
        margin-bottom: 6px;
      }
      .pop ul {
        margin: 10px 0 0;
        padding-left: 18px;
        display: grid;
        gap: 4px;
        font-size: 0.875rem;
        color: var(--soft);
      }
      .pop p + p,
      .pop ul + p {
        margin-top: 10px;
      }
    `,
  ];

  private async toggle(event: ToggleEvent) {
    this.open = event.newState === "open";
    if (!this.open) return;
    const pop = event.target as HTMLElement;
    this.put(pop);
    if (this.found) return;
    try {
      this.found = await ask(this.code, this.clause);
    } catch (error) {
      this.problem = (error as Problem).message;
    }
    await this.updateComplete;
    this.put(pop);
  }

  /** Beside the link, inside the window. */
  private put(pop: HTMLElement) {
    const at = this.renderRoot.querySelector("button")!.getBoundingClientRect();
    const room = pop.getBoundingClientRect();
    const left = Math.max(12, Math.min(at.left, innerWidth - room.width - 12));
    const below = at.bottom + 6;
    const top = below + room.height > innerHeight - 8 ? Math.max(8, at.top - room.height - 6) : below;
    pop.style.left = `${left}px`;
    pop.style.top = `${top}px`;
  }

  private body(clause: Clause) {
    return html`<h3><span class="clause">${clause.label}</span> ${clause.heading}</h3>
      <p>${sentence(clause.gist)}</p>
      ${clause.parts.length > 0 ? html`<ul>${clause.parts.map((part) => html`<li>${typeset(part.gist)}</li>`)}</ul>` : nothing}`;
  }

  render() {
    if (!this.clause) return nothing;
    const reading = /^reading\b/i.test(this.clause);
    if (reading) return html`<a class="clause reach" href="/law/readings#${this.clause.replace(/^reading\s+/i, "")}">${this.clause}</a>`;
    const words = codeWords(this.code);
    return html`<button class="reach" popovertarget="pop" aria-label="Clause ${this.clause}: what it says">${this.clause}</button>
      <div class="pop" id="pop" popover @toggle=${this.toggle}>
        ${!this.open
          ? nothing
          : html`${this.problem
              ? html`<p>${this.problem}</p>`
              : !this.found
                ? html`<p class="soft">Looking it up…</p>`
                : this.found.found === "clause"
                  ? this.body(this.found.clause)
                  : this.found.clauses.map((clause) => this.body(clause))}
              <p class="small"><a href="/law/${this.code}#${encodeURIComponent(this.clause)}">${words.name}: read it in the law room</a> · <a href="/help">What does this mean?</a></p>`}
      </div>`;
  }
}
