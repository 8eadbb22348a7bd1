/* Where does everything stand at the table? Its columns, on a wide screen and on a narrow one. */
import { css } from "lit";
import { lying, roomy } from "./sheet.js";

export const tableStyle = css`
  :host {
    display: block;
    padding: 12px clamp(8px, 2vw, 28px) 40px;
  }
  /* Three columns where there is room: the sheet, the board, the arbiter. Two, then one: the board, the arbiter, the sheet. */
  .table {
    display: grid;
    gap: 20px clamp(16px, 2.2vw, 32px);
    grid-template-columns: minmax(0, 1fr);
    grid-template-areas: "invite" "play" "arbiter" "tools" "sheet";
    max-width: 1560px;
    margin: 0 auto;
    align-items: start;
  }
  /* On a narrow screen the arbiter stands right below the board, and what is used less below him. */
  .board {
    display: contents;
  }
  .play {
    grid-area: play;
  }
  .tools {
    grid-area: tools;
  }
  .play,
  .tools {
    width: 100%;
    max-width: min(640px, max(300px, 100dvh - 220px));
    margin-inline: auto;
    display: grid;
    /* A long name is cut, not the page made wider. */
    grid-template-columns: minmax(0, 1fr);
    gap: 8px;
  }
  /* Where there is room beside the board, it leaves room below it: both players and the hand are seen at once. */
  @media (min-width: 600px) {
    .play,
    .tools {
      max-width: min(640px, max(300px, 100dvh - 310px));
    }
  }
  .play .tools {
    grid-area: auto;
  }
  /* By post the line to write on, and what it means, have their room too. */
  @media (min-width: 600px) and (max-width: 899px) and (min-height: 521px) {
    .post .play {
      max-width: min(640px, max(300px, 100dvh - 400px));
    }
  }
  .side {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 16px;
    align-content: start;
    min-width: 0;
  }
  .arbiter {
    grid-area: arbiter;
  }
  .invite {
    grid-area: invite;
    min-width: 0;
  }
  .invite h2 {
    font-size: 1.05rem;
  }
  .invite:empty {
    display: none;
  }
  .sheet {
    grid-area: sheet;
  }
  .table:has(> .invite:empty) {
    grid-template-areas: "play" "arbiter" "tools" "sheet";
  }
  /* By post one writes: the line stays with the board. */
  .table.post {
    grid-template-areas: "invite" "play" "tools" "arbiter" "sheet";
  }
  .table.post:has(> .invite:empty) {
    grid-template-areas: "play" "tools" "arbiter" "sheet";
  }
  @media ${roomy} {
    .board {
      grid-area: board;
      display: grid;
      gap: 8px;
      align-content: start;
      width: 100%;
      /* The whole board with both players, the hand and the line to write on, on one screen. */
      max-width: max(min(100%, 320px), min(100%, calc(100dvh - 376px)));
      margin-inline: auto;
    }
    .play,
    .tools {
      grid-area: auto;
      max-width: none;
    }
    .table,
    .table.post {
      grid-template-columns: minmax(0, 1fr) minmax(330px, 420px);
      grid-template-rows: auto auto 1fr;
      grid-template-areas: "board invite" "board arbiter" "board sheet";
    }
    .table:has(> .invite:empty),
    .table.post:has(> .invite:empty) {
      grid-template-rows: auto 1fr;
      grid-template-areas: "board arbiter" "board sheet";
    }
  }
  @media (min-width: 1240px) {
    .table,
    .table.post {
      grid-template-columns: minmax(250px, 300px) minmax(0, 1fr) minmax(330px, 400px);
      grid-template-rows: auto 1fr;
      grid-template-areas: "sheet board invite" "sheet board arbiter";
    }
    .table:has(> .invite:empty),
    .table.post:has(> .invite:empty) {
      grid-template-rows: auto;
      grid-template-areas: "sheet board arbiter";
    }
    .board {
      max-width: max(380px, min(100%, calc(100dvh - 272px)));
    }
    /* By post what is written below the board is read back there, and a conditional line added. */
    .post .board {
      max-width: max(340px, min(100%, calc(100dvh - 352px)));
    }
    /* Whose hand it is takes a line more. */
    .both .board {
      max-width: max(340px, min(100%, calc(100dvh - 318px)));
    }
  }
  /* The arbiter at the edge of the board, on a narrow screen: it stays in sight while one scrolls. */
  .strip {
    position: sticky;
    bottom: 0;
    z-index: 12;
    display: grid;
    gap: 4px;
    padding-bottom: env(safe-area-inset-bottom);
  }
  .strip .line {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 8px;
    align-items: center;
    text-align: left;
    width: 100%;
    min-height: 46px;
    padding: 4px 6px 4px 10px;
    background: var(--card);
    box-shadow: var(--shadow);
  }
  /* On a small telephone too the clock is pressed without scrolling: at the board's edge. */
  .strip.pressing {
    grid-template-columns: minmax(0, 1fr) auto;
  }
  .strip.pressing .heard {
    grid-column: 1 / -1;
  }
  /* The sentence stands beside whose turn it is where it fits on a line, else below. */
  .strip .words {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 2px 10px;
  }
  .strip .turn {
    font-family: var(--serif);
  }
  .strip .turn.mine {
    white-space: nowrap;
    color: var(--on-baize);
    background: var(--baize);
    border-radius: 999px;
    padding: 4px 10px 5px;
  }
  .strip .breath {
    flex: 0 1 auto;
    font: 0.875rem/1.25 var(--serif);
    display: -webkit-box;
    -webkit-line-clamp: 2;
    -webkit-box-orient: vertical;
    overflow: hidden;
  }
  .strip .open {
    font-size: 0.8125rem;
    color: var(--soft);
    padding: 8px;
    white-space: nowrap;
  }
  .strip .who {
    display: block;
    max-width: 88px;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .strip .open.many {
    color: #fff;
    background: var(--ox-solid);
    border-radius: 6px;
    font-weight: 600;
  }
  .strip .open.some {
    color: var(--baize-ink);
    font-weight: 600;
  }
  .strip.rights .line {
    border: 2px solid var(--ox);
  }
  .strip .heard {
    justify-content: start;
    text-align: left;
    background: var(--brass-wash);
    border-color: var(--brass);
    font-size: 0.875rem;
  }
  .strip .trouble {
    display: flex;
    justify-content: space-between;
    align-items: center;
    gap: 8px;
    padding: 2px 4px 2px 12px;
    border: 1px solid var(--ox);
    border-radius: 8px;
    background: var(--ox-wash);
    color: var(--ink);
  }
  .shade {
    position: fixed;
    inset: 0;
    z-index: 30;
    background: rgb(20 16 10 / 45%);
  }
  .risen {
    position: fixed;
    inset: auto 0 0;
    z-index: 31;
    max-height: 78dvh;
    overflow: auto;
    overscroll-behavior: contain;
    background: var(--card);
    border-radius: 16px 16px 0 0;
    --beside-close: 28px;
    --sheet-foot: calc(20px + env(safe-area-inset-bottom));
    padding: 16px 14px var(--sheet-foot);
    box-shadow: 0 -10px 40px rgb(0 0 0 / 30%);
    animation: rise 160ms ease-out;
  }
  /* It has the focus so that keys and listeners begin there. */
  .risen:focus {
    outline: none;
  }
  .risen .close {
    position: absolute;
    right: 6px;
    top: 8px;
    z-index: 1;
  }
  @keyframes rise {
    from {
      transform: translateY(40%);
    }
  }
  .given ul {
    margin: 4px 0 0;
    padding-left: 18px;
    font-family: var(--serif);
  }
  .given {
    margin-top: 12px;
  }
  .player {
    display: flex;
    align-items: center;
    gap: 10px;
    min-height: 44px;
  }
  .player .who {
    flex: 1;
    min-width: 0;
  }
  .player .name {
    font-family: var(--serif);
    font-size: 1.0625rem;
    font-weight: 600;
    white-space: nowrap;
    display: flex;
    align-items: baseline;
    gap: 4px;
  }
  /* A long name is cut, not what is said of him. */
  .player .called {
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .dot {
    width: 12px;
    height: 12px;
    border-radius: 50%;
    border: 1.5px solid var(--white-edge);
    background: var(--white-man);
    flex: none;
  }
  .dot.black {
    background: var(--black-man);
    border-color: var(--soft);
  }
  .taken {
    display: flex;
    flex-wrap: wrap;
    height: 20px;
    overflow: hidden;
  }
  .taken svg {
    width: 18px;
    height: 20px;
    margin-right: -5px;
  }
  /* By night black men stand on a black ground: their edge is what is seen. */
  .taken {
    --black-man: light-dark(#36302b, #6e655a);
    --black-edge: light-dark(#13100e, #e3d9c6);
  }
  .away {
    font-size: 0.8125rem;
    color: var(--soft);
    font-weight: 400;
    font-family: var(--sans);
  }
  .back {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 10px;
    min-height: 40px;
    padding: 2px 4px 2px 10px;
    font-size: 0.9375rem;
    line-height: 1.25;
  }
  .back span {
    flex: 1 1 10em;
  }
  .hand {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
    align-items: center;
  }
  .always {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    min-height: var(--reach);
  }
  .panel {
    padding: 16px;
  }
  .after {
    margin-top: 14px;
  }
  .papers {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 2px 4px;
    font-size: 0.875rem;
    color: var(--soft);
    margin-top: -8px;
  }
  .papers button {
    border: 0;
    background: none;
    min-height: max(36px, var(--reach));
    padding: 4px 8px;
    font-size: 0.875rem;
    color: var(--baize-ink);
    text-decoration: underline 1px;
    text-underline-offset: 0.2em;
  }
  /* It lies over the head of the page: the board must not move under a finger because a connection is lost. */
  .lost {
    position: fixed;
    inset: 6px 0 auto;
    z-index: 20;
    width: min(560px, 100% - 24px);
    margin-inline: auto;
    background: var(--ox-wash);
    color: var(--ox);
    border: 1px solid var(--ox);
    border-radius: 8px;
    padding: 10px 14px;
    box-shadow: var(--shadow);
    display: flex;
    gap: 12px;
    align-items: center;
  }
  .pulse {
    width: 10px;
    height: 10px;
    border-radius: 50%;
    background: currentColor;
    flex: none;
    animation: pulse 1.4s infinite;
  }
  @keyframes pulse {
    50% {
      opacity: 0.25;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .pulse,
    .risen {
      animation: none;
    }
  }
  .blind {
    min-height: 260px;
    display: grid;
    place-content: center;
    justify-items: center;
    gap: 14px;
    text-align: center;
    border-radius: 10px;
    padding: 32px 24px;
    background: var(--baize);
    color: var(--on-baize);
    font-family: var(--serif);
  }
  .blind svg {
    width: 120px;
    height: auto;
    fill: none;
    stroke: currentColor;
    stroke-width: 3;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .blind .last {
    font-size: clamp(1.75rem, 1.2rem + 2vw, 2.75rem);
    line-height: 1.1;
  }
  .title {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 4px 12px;
    align-items: baseline;
    max-width: 1560px;
    margin: 0 auto 10px;
  }
  .title h1 {
    font-size: 1.1875rem;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  @media (max-width: 520px) {
    :host {
      padding-inline: 6px;
    }
    .player .name {
      font-size: 1rem;
    }
  }
  details.fold > summary {
    cursor: pointer;
    font-family: var(--serif);
    font-weight: 600;
    font-size: 1.05rem;
  }
  /* A telephone lying on its side: the whole board, and beside it the players, the arbiter and the hand. */
  @media ${lying} {
    :host {
      display: flex;
      flex-direction: column;
      padding-block: 4px 20px;
    }
    .table {
      width: 100%;
    }
    .title {
      order: 1;
      margin-top: 12px;
    }
    .play {
      max-width: none;
      grid-template-columns: calc(100dvh - 56px) minmax(0, 1fr);
      grid-template-rows: repeat(7, auto) 1fr;
      gap: 6px 12px;
    }
    .play > * {
      grid-column: 2;
    }
    .play > jd-board,
    .play > .blind {
      grid-column: 1;
      grid-row: 1 / -1;
      align-self: start;
    }
    .strip {
      position: static;
    }
    /* The board stays in sight beside what one may choose: it shows what would follow. */
    .risen {
      inset: 40px 0 0 calc(100dvh - 24px);
      max-height: none;
      border-radius: 16px 0 0;
    }
    .shade {
      background: none;
    }
  }
  @media print {
    .board,
    .lost,
    .title,
    .shade,
    .risen,
    .no-print {
      display: none !important;
    }
    .table {
      display: block;
    }
  }
`;
