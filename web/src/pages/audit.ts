/* What is irregular in these games? A PGN file is dropped or chosen, read here in the page, and each finding is shown on the board at
   its half-move. Nothing is sent anywhere. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, state } from "lit/decorators.js";
import "../board/board.js";
import "../law/clause.js";
import type { AuditedGame, Finding } from "../../../bindings/npm/src/types.js";
import { KnownCodes } from "../codes.js";
import { decoded, noText } from "../file.js";
import { auditor, withLaw, type Auditor } from "../engine.js";
import { pack } from "../incident.js";
import type { Code } from "../record.js";
import { shared } from "../style/shared.js";
import { codeWords } from "../words.js";

/** What a browser may be asked to hold; the command line has no limit. */
const MOST_BYTES = 32_000_000;
/** So much is read at a time, so that the page stays awake. */
const SLICE = 200_000;
/** So many findings are listed. */
const MOST_SHOWN = 1_000;

const EXAMPLE = `[Event "Club evening"]
[White "Ann"]
[Black "Bob"]
[Result "1/2-1/2"]

1. f3 e5 2. g4 Qh4# 1/2-1/2

[Event "Club evening"]
[White "Cy"]
[Black "Dora"]
[Result "1-0"]

1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 e5 6. Ke3 Nc6 1-0

[Event "Rapid evening"]
[White "Eve"]
[Black "Fay"]
[Result "0-1"]
[FEN "8/8/8/3k4/8/8/3KQ3/8 w - - 0 1"]
[SetUp "1"]
[Termination "Time forfeit"]

1. Kc3 Kc5 0-1
`;

/** The text in pieces of whole games. */
function* slices(text: string): Generator<string> {
  const begins = /\n\s*\n(?=\[[A-Za-z0-9_]+\s+")/g;
  for (let at = 0; at < text.length; ) {
    begins.lastIndex = at + SLICE;
    const found = begins.lastIndex < text.length ? begins.exec(text) : null;
    const end = found ? begins.lastIndex : text.length;
    yield text.slice(at, end);
    at = end;
  }
}

const WORDS: Record<string, string> = {
  repetition: "by repetition",
  "fifty-moves": "by the fifty moves",
  checkmate: "checkmate",
  stalemate: "stalemate",
  "dead-position": "nobody could mate any more",
  fivefold: "the position stood for the fifth time",
  "seventy-five": "seventy-five moves had passed",
  "mate-not-scored": "It is mate, and not scored so.",
  "stalemate-scored": "It is stalemate, and somebody is said to have won.",
  "time-loss-unwinnable": "Lost on time to a player who could not mate.",
  "tag-text-conflict": "The tag and the end of the moves name different results.",
  "comment-conflict": "What is said of the end contradicts the result.",
};

/** A finding in a sentence. */
function sentence(finding: Finding): string {
  switch (finding.kind) {
    case "illegal-move":
      return `${finding.text} is against the rules, and stood.`;
    case "claimable":
      return `A draw could be claimed ${WORDS[finding.ground]}.`;
    case "passed-over":
      return `The game was over (${WORDS[finding.end]}), and went on.`;
    case "result":
      return WORDS[finding.why] ?? finding.why;
    case "early-agreement":
      return "A draw was agreed before it might be.";
    case "clock":
      return `A clock at ${finding.text}: ${finding.why}.`;
    case "duplicate":
      return `The same as game ${finding.of}.`;
    case "damaged":
      return `Cannot be read further: ${finding.why}.`;
  }
}

/** The same said by several codes stands in one line. */
interface Line {
  finding: Finding;
  said: { code: Code; clause: string | null }[];
}

function together(findings: readonly Finding[]): Line[] {
  const lines = new Map<string, Line>();
  for (const finding of findings) {
    const key = [finding.game, finding.ply, sentence(finding)].join("|");
    const line = lines.get(key) ?? { finding, said: [] };
    if (finding.code) line.said.push({ code: finding.code as Code, clause: finding.clause });
    lines.set(key, line);
  }
  return [...lines.values()].sort((a, b) => a.finding.game - b.finding.game || a.finding.ply - b.finding.ply);
}

@customElement("jd-audit")
export class JdAudit extends LitElement {
  @state() private name = "";
  @state() private read = 0;
  @state() private games: AuditedGame[] = [];
  @state() private lines: Line[] = [];
  @state() private chosen: Line | null = null;
  @state() private busy = false;
  @state() private over = false;
  @state() private problem: string | null = null;
  private codes = new KnownCodes(this);
  private run = 0;

  static styles = [
    shared,
    css`
      :host {
        display: block;
        max-width: 1280px;
        margin: 0 auto;
        padding: clamp(16px, 3vw, 32px) clamp(10px, 3vw, 32px) 64px;
      }
      .drop + p,
      .notice + p {
        margin-top: 10px;
      }
      .drop {
        margin-top: 18px;
        padding: 24px;
        border: 2px dashed var(--strong-line);
        border-radius: 12px;
        display: grid;
        gap: 12px;
        justify-items: center;
        text-align: center;
      }
      .drop.over {
        border-color: var(--baize-ink);
        background: var(--baize-wash);
      }
      .found {
        display: grid;
        gap: 20px 32px;
        margin-top: 24px;
      }
      @media (min-width: 760px) {
        .found {
          grid-template-columns: minmax(0, 360px) minmax(0, 1fr);
          align-items: start;
        }
        .shown {
          position: sticky;
          top: 12px;
        }
      }
      .shown {
        display: grid;
        gap: 10px;
        max-width: 420px;
      }
      ol {
        list-style: none;
        margin: 12px 0 0;
        padding: 0;
        display: grid;
        gap: 6px;
      }
      li button {
        width: 100%;
        display: grid;
        gap: 2px;
        justify-content: stretch;
        justify-items: start;
        text-align: left;
        line-height: 1.35;
      }
      li button span {
        overflow-wrap: anywhere;
      }
      input[type="file"] {
        position: absolute;
        width: 1px;
        height: 1px;
        opacity: 0;
      }
      input[type="file"]:focus-visible + span {
        outline: 3px solid var(--focus);
        outline-offset: 2px;
      }
    `,
  ];

  connectedCallback() {
    super.connectedCallback();
    // Fetched while the file is being chosen, and kept for the hours without a network.
    void auditor();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.run++;
  }

  private async take(file: File | undefined) {
    if (!file) return;
    if (file.size > MOST_BYTES) {
      this.problem = `${file.name} is larger than ${MOST_BYTES / 1_000_000} MB: “jadoube audit” at the command line reads archives of any size, packed ones too.`;
      return;
    }
    const bytes = new Uint8Array(await file.arrayBuffer());
    const foreign = noText(bytes);
    if (foreign) {
      Object.assign(this, { games: [], lines: [], chosen: null, problem: `${file.name} is ${foreign}` });
      return;
    }
    await this.audit(file.name, decoded(bytes));
  }

  private async audit(name: string, text: string) {
    const run = ++this.run;
    Object.assign(this, { name, busy: true, problem: null, chosen: null, games: [], lines: [], read: 0 });
    try {
      const reader = await auditor();
      if (!reader) throw new Error("The part of the page that reads PGN files could not be loaded: try again when the server can be reached.");
      await this.audited(reader, name, text, run);
    } catch (error) {
      if (run === this.run) this.problem = (error as Error).message;
    } finally {
      if (run === this.run) this.busy = false;
    }
  }

  private async audited(reader: Auditor, name: string, text: string, run: number) {
    const games: AuditedGame[] = [];
    const findings: Finding[] = [];
    const seen = new Map<string, number>();
    let read = 0;
    for (const slice of slices(text)) {
      const part = reader.audit(slice, { name });
      const before = games.length;
      for (const found of part.findings) {
        if (found.kind !== "duplicate") findings.push({ ...found, game: found.game + before });
      }
      for (const row of part.games) {
        const game = row.game + before;
        games.push({ ...row, game });
        const of = seen.get(row.hash);
        if (row.plies === 0) continue;
        if (of === undefined) seen.set(row.hash, game);
        else findings.push({ kind: "duplicate", of, of_file: name, file: name, byte: row.byte, game, ply: row.plies, code: null, clause: null, fen: null });
      }
      read += slice.length;
      // The page draws, and whoever wants to leave may.
      this.read = read / text.length;
      await new Promise((resolve) => setTimeout(resolve));
      if (run !== this.run) return;
    }
    // Where neither a tag nor a move could be read, what was read is no game.
    if (games.every((game) => game.plies === 0 && !game.white && !game.black)) {
      this.problem = `No game was found in ${name}: expected PGN.`;
      return;
    }
    this.games = games;
    this.lines = together(findings);
    this.chosen = this.lines.find((line) => line.finding.fen) ?? null;
  }

  private dropped = (event: DragEvent) => {
    event.preventDefault();
    this.over = false;
    void this.take(event.dataTransfer?.files[0]);
  };

  render() {
    return html`<h1>Audit games</h1>
      <p class="soft">Drop a PGN file, and read what is irregular in its games under each code: illegal moves that stood, draws nobody claimed, results that cannot be. The file stays on your machine.</p>
      ${withLaw ? this.drop() : html`<p class="notice">This server’s page was built without the part that reads PGN files. On the command line <code>jadoube audit games.pgn</code> finds the same.</p>`}
      ${this.problem ? html`<p class="notice bad" role="alert">${this.problem}</p>` : nothing}
      <p role="status">${this.busy ? `Reading ${this.name}: ${Math.floor(this.read * 100)} %…` : this.games.length > 0 ? this.summary() : nothing}</p>
      ${this.lines.length > 0 ? this.found() : nothing}`;
  }

  private drop() {
    return html`<div
        class="drop ${this.over ? "over" : ""}"
        @dragover=${(event: DragEvent) => {
          event.preventDefault();
          this.over = true;
        }}
        @dragleave=${() => (this.over = false)}
        @drop=${this.dropped}
      >
        <p>Drop a PGN file here, or</p>
        <div class="row">
          <label>
            <input
              type="file"
              accept=".pgn,application/x-chess-pgn,text/plain"
              @change=${(event: Event) => {
                const input = event.target as HTMLInputElement;
                void this.take(input.files?.[0]);
                input.value = "";
              }}
            />
            <span class="button main">Choose a file</span>
          </label>
          <button @click=${() => this.audit("example.pgn", EXAMPLE)}>Show an example</button>
        </div>
      </div>`;
  }

  private summary() {
    const irregular = new Set(this.lines.map((line) => line.finding.game)).size;
    const games = this.games.length === 1 ? "1 game" : `${this.games.length.toLocaleString("en")} games`;
    return irregular === 0
      ? html`${this.name}: ${games}, and nothing irregular in them.`
      : html`${this.name}: ${games}; something was found in ${irregular.toLocaleString("en")}.`;
  }

  private heading(game: number): string {
    const row = this.games[game - 1];
    if (!row) return `Game ${game}`;
    const players = row.white || row.black ? `: ${row.white || "?"} – ${row.black || "?"}` : "";
    return `Game ${game}${players}${row.year ? `, ${row.year}` : ""}`;
  }

  private found() {
    const line = this.chosen;
    const shown = this.lines.slice(0, MOST_SHOWN);
    return html`<div class="found">
      <div class="shown">
        <jd-board still picture .fen=${line?.finding.fen ?? null} label=${line ? `${this.heading(line.finding.game)}, after ${line.finding.ply} half-moves` : "No finding chosen"}></jd-board>
        ${line ? this.told(line) : nothing}
      </div>
      <div>
        <h2>What was found</h2>
        <ol>
          ${shown.map(
            (each) => html`<li>
              <button aria-pressed=${each === line} @click=${() => (this.chosen = each)}>
                <span>${sentence(each.finding)}</span>
                <span class="small soft">${this.heading(each.finding.game)}, half-move ${each.finding.ply}${each.said.length > 0 ? ` · ${this.under(each)}` : ""}</span>
              </button>
            </li>`,
          )}
        </ol>
        ${this.lines.length > MOST_SHOWN ? html`<p class="soft">${(this.lines.length - MOST_SHOWN).toLocaleString("en")} more are not listed here.</p>` : nothing}
      </div>
    </div>`;
  }

  private under(line: Line): string {
    if (line.said.length > 1 && line.said.length === this.codes.names.length) return "all codes";
    return line.said.map(({ code }) => codeWords(code).short).join(", ");
  }

  private told(line: Line) {
    const { finding, said } = line;
    return html`<p><strong>${sentence(finding)}</strong></p>
      <p class="small soft">${this.heading(finding.game)}, after ${finding.ply} half-moves${finding.fen ? `; ${finding.fen.split(" ")[1] === "b" ? "Black" : "White"} to play` : ""}</p>
      ${said.length > 0
        ? html`<p class="small">${said.map(({ code, clause }, at) => html`${at > 0 ? " · " : nothing}<span>${codeWords(code).short}${clause ? html` <jd-clause .code=${code} .clause=${clause}></jd-clause>` : nothing}</span>`)}</p>`
        : nothing}
      ${finding.kind === "illegal-move" && finding.allowed.length > 0
        ? html`<details class="small"><summary>What ${codeWords(finding.code ?? "").short} would have allowed the opponent</summary>
            <ul>
              ${finding.allowed.map((right) => html`<li>${right.text} (${right.clause})</li>`)}
            </ul>
          </details>`
        : nothing}
      ${finding.fen ? html`<p class="small"><a class="reach" href="/judge#${pack({ start: finding.fen, acts: [] })}">Go on from this position</a></p>` : nothing}`;
  }
}
