/* On what terms is this game played? One card for the invitation and for the table: everything that binds, in words. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property } from "lit/decorators.js";
import { capital, type Code, type Colour, type Header, type Shape, type TimeLimit } from "./record.js";
import { count, listed } from "./say.js";
import { shared } from "./style/shared.js";
import { codeWords } from "./words.js";

/** "90 minutes", "an hour", "30 seconds". */
export function span(seconds: number): string {
  if (seconds >= 7200 && seconds % 3600 === 0) return count(seconds / 3600, "hour");
  if (seconds === 3600) return "an hour";
  if (seconds >= 60 && seconds % 60 === 0) return seconds === 60 ? "a minute" : count(seconds / 60, "minute");
  return count(seconds, "second");
}

interface Control {
  periods?: { moves?: number; seconds: number; increment?: number; delay?: number }[];
}

/** A time limit in words: "30 moves in 2 hours, then 15 moves in an hour". */
export function limitWords(limit: TimeLimit): string {
  const period = ({ moves, seconds }: { moves: number; seconds: number }) => `${count(moves, "move")} in ${span(seconds)}`;
  const parts = (limit.by ?? []).map(period);
  const [first] = limit.by ?? [];
  const same = limit.then && limit.by?.length === 1 && limit.then.moves === first!.moves && limit.then.seconds === first!.seconds;
  if (same) parts.push("and so on");
  else if (limit.then) parts.push(`then ${period(limit.then)}${(limit.by ?? []).length === 1 ? ", and so on" : ""}`);
  if (limit.close_of_play) parts.push(`play closes after ${span(limit.close_of_play)}`);
  return parts.join(", ");
}

/** Sudden death and increments: "5 minutes each, 3 seconds added a move". */
export function controlWords(control: Control): string {
  return (control.periods ?? [])
    .map(({ moves, seconds, increment, delay }, at) => {
      const more = increment ? `, ${count(increment, "second")} added before each move` : delay ? `, ${count(delay, "second")} free before each move` : "";
      return moves ? `${count(moves, "move")} in ${span(seconds)}${more}` : `${at > 0 ? "then " : ""}${span(seconds)} ${at > 0 ? "for the rest" : "for the whole game"}${more}`;
    })
    .join(", ");
}

/** The time in a line: "10 min + 5 s" where it is as simple as that, else the words. */
export function controlBriefly(control: Control): string {
  const [only, ...more] = control.periods ?? [];
  if (!only || more.length > 0 || only.moves || only.delay || only.seconds % 60 !== 0) return controlWords(control);
  return `${only.seconds / 60} min${only.increment ? ` + ${only.increment} s` : ""}`;
}

const MEN: Record<string, string> = { pawn: "the King’s Bishop’s Pawn", knight: "the Queen’s Knight", bishop: "the Queen’s Bishop", rook: "the Queen’s Rook", queen: "the Queen" };
const FREEDOMS: Record<string, string> = {
  book: "books may be consulted",
  second_board: "a second board may be used",
  assistance: "others may advise",
};

/** Each term that differs from an ordinary game, as a name and a sentence. */
export function termsOf(header: Header, settings: Partial<Shape<"SettingsView">> = {}, games: number | null = null): [name: string, what: string][] {
  const terms: [string, string][] = [];
  const blindfold = settings.blindfold ?? [];
  const control = (header as { time_control?: Control }).time_control;
  if (header.mode === "communication" && blindfold.length === 0) terms.push(["By post", "moves are sent in writing"]);
  if (blindfold.length > 0) terms.push(["Blindfold", blindfold.length === 2 ? "no board is shown to either player" : `no board is shown to ${capital(blindfold[0]!)}`]);
  if (header.mode !== "communication") {
    terms.push(["Board", header.guard ? "guarded: it refuses what the law forbids" : "free: anything can happen, and touching is touching"]);
  }
  if (header.time_limit) terms.push(["Time", limitWords(header.time_limit)]);
  if (control) terms.push(["Time", controlWords(control)]);
  if (header.reply_hours) terms.push(["Replies", `within ${header.reply_hours % 24 === 0 ? count(header.reply_hours / 24, "day") : count(header.reply_hours, "hour")}`]);
  if (header.odds) {
    const { giver, men = [], moves = 0 } = header.odds;
    const given = men.map((man) => MEN[man] ?? `the man on ${man}`);
    const also = moves === 1 ? "the first move" : moves > 1 ? `the first ${moves} moves` : "";
    terms.push(["Odds", `${capital(giver)} gives ${listed([...given, also].filter(Boolean))}`]);
  }
  for (const pledge of header.undertakings ?? []) {
    const how = pledge.engage === "be-mated" ? "to be mated" : pledge.engage === "be-stalemated" ? "to be stalemated" : pledge.mate?.with ? `to mate with the man that begins on ${pledge.mate.with}` : `to mate the King on ${pledge.mate?.on}`;
    terms.push(["Undertaking", `${capital(pledge.by)} undertakes ${how}`]);
  }
  for (const [name, value] of Object.entries(header.agreements ?? {})) {
    if (name === "first_move") terms.push(["First move", `${capital(String(value))} begins`]);
    else if (name === "time_forfeit") terms.push(["Agreed", value ? "running out of time loses" : "running out of time does not lose the game"]);
    else if (name === "castle_without_rook") terms.push(["Agreed", value ? "castling without the Rook is allowed" : "no castling without the Rook"]);
    else if (FREEDOMS[name] && value) terms.push(["Agreed", FREEDOMS[name]]);
    else terms.push(["Agreed", `${name.replaceAll("_", " ")}: ${String(value)}`]);
  }
  for (const side of ["white", "black"] as Colour[]) {
    const party = header.sides?.[side] ?? [];
    if (party.length > 1) terms.push(["Consultation", `${listed(party)} consult for ${capital(side)}`]);
  }
  if (header.start) terms.push(["Position", "not the usual one at the start"]);
  if (header.scheduled) terms.push(["Fixed hour", "both players have to arrive in time"]);
  if (games && games > 1) terms.push(["Match", `of ${games} games`]);
  return terms;
}

@customElement("jd-terms")
export class JdTerms extends LitElement {
  @property({ attribute: false }) header!: Header;
  @property({ attribute: false }) settings: Partial<Shape<"SettingsView">> = {};
  @property({ attribute: false }) games: number | null = null;

  static styles = [
    shared,
    css`
      :host {
        display: block;
      }
      dl {
        display: grid;
        grid-template-columns: auto 1fr;
        gap: 4px 14px;
        margin: 0;
        font-size: 0.9375rem;
      }
      dt {
        color: var(--soft);
      }
      dd {
        margin: 0;
      }
    `,
  ];

  render() {
    if (!this.header) return nothing;
    const words = codeWords(this.header.code as Code);
    return html`<dl>
      <dt>Laws</dt>
      <dd><a class="reach" href="/law/${this.header.code}">${words.name}</a></dd>
      ${termsOf(this.header, this.settings, this.games).map(([name, what]) => html`<dt>${name}</dt><dd>${what}</dd>`)}
    </dl>`;
  }
}
