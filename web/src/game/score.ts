/* How is the game written down? A score sheet in three notations, with what went wrong noted in the margin. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { Entry } from "../api.js";
import { settings, type Settings } from "../settings.js";
import { shared } from "../style/shared.js";
import { capital } from "../record.js";
import { actWords } from "./acts.js";
import { markOf, rows, type Cell, type Row } from "./rows.js";
import { inStyle } from "./written.js";

/** What was refused has not been done. */
const happened = ({ act, refused }: Entry): string => actWords(act, undefined, !!refused);

/** So many rows of a long game are drawn; the others when they are asked for, looked at or printed. What a page holds stays bounded. */
const DRAWN = 100;

/** A move stays on one line: at a hyphen it could be broken in two. */
const unbroken = (text: string) => text.split(/(\s+)/).map((word) => (/[-–]/.test(word) ? html`<span class="whole">${word}</span>` : word));

@customElement("jd-score")
export class JdScore extends LitElement {
  @property({ attribute: false }) log: Entry[] = [];
  @property() start: string | null = null;
  /** The act whose position is on the board; `null`: the present. */
  @property({ attribute: false }) at: number | null = null;
  @property() heading = "";
  /** A long game is drawn whole. */
  @state() private whole = false;

  static styles = [
    shared,
    css`
      :host {
        display: block;
      }
      h2 {
        font-size: 1.05rem;
      }
      header {
        display: flex;
        justify-content: space-between;
        align-items: center;
        gap: 8px;
        flex-wrap: wrap;
        margin-bottom: 8px;
      }
      .styles {
        display: inline-flex;
        border: 1px solid var(--strong-line);
        border-radius: 8px;
        overflow: hidden;
      }
      .styles button {
        border: 0;
        border-radius: 0;
        min-height: max(34px, var(--reach));
        padding: 4px 10px;
        font-size: 0.8125rem;
      }
      .styles button + button {
        border-left: 1px solid var(--strong-line);
      }
      .sheet {
        max-height: var(--sheet-height, 340px);
        overflow: auto;
        border: 1px solid var(--line);
        border-radius: 8px;
        background: var(--card);
      }
      table {
        border-collapse: collapse;
        width: 100%;
        font-family: var(--serif);
        font-variant-numeric: tabular-nums;
      }
      th,
      td {
        text-align: left;
        padding: 0 6px;
        height: max(36px, var(--reach));
        vertical-align: middle;
        font-weight: 400;
      }
      tbody tr:not(.note) {
        border-top: 1px solid var(--line);
      }
      thead th {
        position: sticky;
        top: 0;
        background: var(--card);
        font: 600 0.75rem/1 var(--sans);
        color: var(--soft);
        letter-spacing: 0.05em;
        border-bottom: 1px solid var(--line);
        z-index: 1;
      }
      tbody th,
      td.number {
        color: var(--soft);
        width: 2.4em;
        text-align: right;
        border-right: 2px solid color-mix(in srgb, var(--ox) 45%, transparent);
      }
      td.move {
        width: 38%;
      }
      .whole {
        white-space: nowrap;
      }
      /* Moves in full words are long: more of them are seen when they are set small. */
      .full td.move {
        width: 46%;
        font-size: 0.8125rem;
        vertical-align: top;
      }
      .full td.margin {
        padding: 0;
      }
      td button {
        all: unset;
        cursor: pointer;
        padding: 4px 6px;
        border-radius: 5px;
        display: inline-block;
        line-height: 1.3;
      }
      td .earlier {
        color: var(--soft);
        font: 0.875rem/28px var(--sans);
        text-decoration: underline;
      }
      td button:hover {
        background: var(--sunk);
      }
      td button:focus-visible {
        outline: 3px solid var(--focus);
      }
      td.irregular button {
        color: var(--ox);
      }
      td.remark {
        color: var(--soft);
        line-height: 1.25;
        padding-block: 6px;
        padding-left: 12px;
      }
      td.struck button {
        text-decoration: line-through;
        color: var(--soft);
      }
      /* Last of these: whatever was wrong with it, the move looked at can be read. */
      td.move button[aria-current="true"] {
        background: var(--baize);
        color: var(--on-baize);
      }
      .margin {
        font-family: var(--sans);
        text-align: right;
        white-space: nowrap;
      }
      .margin button {
        color: var(--soft);
        font-size: 0.8125rem;
      }
      .margin button.wrong {
        color: var(--ox);
        font-weight: 700;
      }
      /* What was ruled is read where one looks, and on paper. */
      .note:not(.shown) {
        display: none;
      }
      .note td {
        height: auto;
        padding: 4px 10px 6px 3.2em;
        font: 0.8125rem/1.4 var(--sans);
        color: var(--soft);
        background: var(--card);
      }
      .empty {
        padding: 28px 16px;
        text-align: center;
        color: var(--soft);
        font-family: var(--serif);
        background: var(--card);
      }
      .print {
        display: none;
      }
      @media print {
        header {
          display: none;
        }
        .print {
          display: block;
          font: 600 1.125rem/1.4 var(--serif);
          margin-bottom: 12px;
        }
        .note:not(.shown) {
          display: table-row;
        }
        tr {
          break-inside: avoid;
        }
        thead th,
        td button:hover {
          background: none;
        }
        .sheet {
          max-width: 44rem;
          max-height: none;
          overflow: visible;
          border: 0;
          background: none;
        }
      }
    `,
  ];

  /** Written in another way, the sheet has another length. */
  private rewritten = false;
  private redraw = () => {
    this.rewritten = true;
    this.requestUpdate();
  };

  /** Paper wants all of it, and at once: the browser does not wait. */
  private printed = () => {
    this.whole = true;
    this.performUpdate();
  };

  connectedCallback() {
    super.connectedCallback();
    settings.addEventListener("change", this.redraw);
    addEventListener("beforeprint", this.printed);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    settings.removeEventListener("change", this.redraw);
    removeEventListener("beforeprint", this.printed);
  }

  private show(seq: number) {
    this.dispatchEvent(new CustomEvent("show-at", { detail: seq, bubbles: true, composed: true }));
  }

  private cell(cell: Cell | null) {
    if (!cell) return html`<td class="move"></td>`;
    const text = inStyle(cell.written, settings.now);
    const current = this.at === cell.entry.seq;
    return html`<td class="move ${cell.struck ? "struck" : ""} ${cell.irregular ? "irregular" : ""}">
      <button
        class="reach"
        aria-current=${current ? "true" : "false"}
        aria-label=${cell.struck ? `${text}, taken back` : cell.irregular ? `${text}, irregular` : text}
        @click=${() => this.show(cell.entry.seq)}
      >
        ${unbroken(text)}
      </button>
    </td>`;
  }

  /** A line without a move: what happened instead. */
  private remark(seq: number | undefined): string {
    const entry = this.log.find((each) => each.seq === seq);
    return entry ? happened(entry) : "";
  }

  protected willUpdate(changed: Map<string, unknown>) {
    // A sheet taken up for another game begins folded again.
    if (changed.has("log") && this.log.length === 0) this.whole = false;
  }

  protected updated(changed: Map<string, unknown>) {
    const sheet = this.renderRoot.querySelector(".sheet");
    if (!sheet) return;
    const longer = changed.has("log") || this.rewritten;
    this.rewritten = false;
    if (longer && this.at === null) sheet.scrollTop = sheet.scrollHeight;
    else if (longer || changed.has("at")) this.bringIntoSight(sheet);
  }

  /** The move looked at comes into sight on the sheet; the page itself, and with it the board, stays where it is. */
  private bringIntoSight(sheet: Element) {
    const move = sheet.querySelector('[aria-current="true"]')?.getBoundingClientRect();
    if (!move) return;
    const { bottom } = sheet.getBoundingClientRect();
    const top = sheet.querySelector("thead")!.getBoundingClientRect().bottom;
    if (move.top < top) sheet.scrollTop -= top - move.top;
    else if (move.bottom > bottom) sheet.scrollTop += move.bottom - bottom;
  }

  /** From which row on the sheet is drawn: its end, or all from the row that is looked at. */
  private firstDrawn(made: Row[]): number {
    if (this.whole) return 0;
    const latest = Math.max(0, made.length - DRAWN);
    const looked = this.at === null ? -1 : made.findIndex((row) => [row.white?.entry, row.black?.entry, ...row.notes].some((each) => each?.seq === this.at));
    return looked < 0 ? latest : Math.min(latest, looked);
  }

  private chooseNotation() {
    const names: [Settings["notation"], string, string][] = [
      ["modern", "Nf3", "modern algebraic"],
      ["algebraic", "Ktf3", "algebraic, as the code writes it"],
      ["descriptive", "Kt–B3", "descriptive"],
      ["full", "Full", "full"],
    ];
    return html`<div class="styles" role="group" aria-label="Notation">
      ${names.map(
        ([style, label, name]) =>
          html`<button aria-pressed=${settings.now.notation === style} aria-label="${label}: ${name} notation" title="${capital(name)} notation" @click=${() => settings.set({ notation: style })}>
            ${label}
          </button>`,
      )}
    </div>`;
  }

  private line(row: Row) {
    const moved = row.white || row.black;
    return html`<tr>
        ${moved ? html`<th scope="row">${row.number}</th>` : html`<td class="number"></td>`}
        ${moved ? html`${this.cell(row.white)} ${this.cell(row.black)}` : html`<td class="remark" colspan="2">${unbroken(this.remark(row.notes[0]?.seq))}</td>`}
        <td class="margin">${row.notes.length > 0 ? this.margin(row) : nothing}</td>
      </tr>
      ${row.notes.map((note) => html`<tr class="note ${note.seq === this.at ? "shown" : ""}"><td colspan="4">${note.text}${note.clause ? ` (${note.clause})` : ""}</td></tr>`)}`;
  }

  private margin(row: Row) {
    const { notes } = row;
    const mark = markOf(row);
    return html`<button
      class="reach ${notes.some((note) => note.wrong) ? "wrong" : ""}"
      aria-label="${mark}: ${notes.map((note) => note.text).join("; ")}"
      title=${notes.map((note) => note.text).join("\n")}
      @click=${() => this.show(notes.at(-1)!.seq)}
    >
      ${mark}
    </button>`;
  }

  private table(made: Row[]) {
    const first = this.firstDrawn(made);
    return html`<table>
      <thead>
        <tr>
          <th scope="col"><span class="unseen">Number</span></th>
          <th scope="col">White</th>
          <th scope="col">Black</th>
          <th scope="col"><span class="unseen">Margin</span></th>
        </tr>
      </thead>
      <tbody>
        ${first > 0
          ? html`<tr>
              <td class="number"></td>
              <td colspan="3"><button class="earlier" @click=${() => (this.whole = true)}>Show all from the first move</button></td>
            </tr>`
          : nothing}
        ${made.slice(first).map((row) => this.line(row))}
      </tbody>
    </table>`;
  }

  render() {
    const made = rows(this.log, this.start);
    const last = this.log.at(-1);
    return html`<header>
        <h2>Score</h2>
        ${this.chooseNotation()}
      </header>
      <p class="print">${this.heading}</p>
      <div class="sheet ${settings.now.notation}" tabindex="0" role="region" aria-label="Score sheet">
        ${made.length === 0 ? html`<p class="empty">${last ? `${happened(last)}. ` : ""}No move has been made yet.</p>` : this.table(made)}
      </div>`;
  }
}
