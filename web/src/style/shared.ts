/* Which shapes do all parts of the page share? Buttons, fields, chips, cards and headings. */
import { css } from "lit";

export const shared = css`
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  :host([hidden]),
  [hidden] {
    display: none !important;
  }
  h1,
  h2,
  h3 {
    font-family: var(--serif);
    font-weight: 600;
    line-height: 1.15;
    margin: 0;
    letter-spacing: -0.005em;
    text-wrap: balance;
  }
  h1 {
    font-size: clamp(1.75rem, 1.3rem + 1.8vw, 2.6rem);
  }
  h2 {
    font-size: 1.3rem;
  }
  h3 {
    font-size: 1.05rem;
  }
  p {
    margin: 0;
  }
  h1 + p.soft:not(.small),
  p + h1 {
    margin-top: 8px;
  }
  a {
    color: var(--baize-ink);
    text-decoration-thickness: 1px;
    text-underline-offset: 0.18em;
  }
  a:hover {
    text-decoration-thickness: 2px;
  }
  :focus-visible {
    outline: 3px solid var(--focus);
    outline-offset: 2px;
    border-radius: 4px;
  }
  .soft {
    color: var(--soft);
  }
  .small {
    font-size: 0.875rem;
  }
  .caps {
    font-size: 0.75rem;
    letter-spacing: 0.09em;
    text-transform: uppercase;
    color: var(--soft);
    font-weight: 600;
    font-family: var(--sans);
  }
  button,
  .button {
    font: inherit;
    font-size: 0.9375rem;
    line-height: 1.2;
    min-height: max(40px, var(--reach));
    min-width: var(--reach);
    padding: 8px 14px;
    border: 1px solid var(--strong-line);
    border-radius: 8px;
    background: var(--card);
    color: var(--ink);
    cursor: pointer;
    text-decoration: none;
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 8px;
    transition: background var(--fast), border-color var(--fast);
  }
  button:hover:not(:disabled),
  .button:hover {
    background: var(--sunk);
  }
  button:disabled {
    opacity: 0.5;
    cursor: not-allowed;
  }
  button.main,
  .button.main {
    background: var(--baize);
    border-color: var(--baize);
    color: var(--on-baize);
    font-weight: 600;
  }
  button.main:hover:not(:disabled),
  .button.main:hover {
    background: color-mix(in srgb, var(--baize) 86%, black);
  }
  button.plain {
    border-color: transparent;
    background: transparent;
    padding-inline: 8px;
  }
  button.plain:hover:not(:disabled) {
    background: var(--sunk);
  }
  button.danger {
    color: var(--ox);
    border-color: var(--ox);
  }
  button[aria-pressed="true"] {
    background: var(--baize-wash);
    border-color: var(--baize-ink);
    color: var(--baize-ink);
    font-weight: 600;
  }
  /* Where the system paints everything itself, what is chosen is still to be seen. */
  @media (forced-colors: active) {
    button[aria-pressed="true"],
    [aria-current="page"],
    label:has(> input[type="radio"]:checked) {
      outline: 3px solid Highlight;
    }
  }
  button.compact {
    min-height: max(32px, var(--reach));
    padding: 4px 10px;
    font-size: 0.875rem;
  }
  input[type="text"],
  input[type="search"],
  input[type="password"],
  input[type="number"],
  input[type="datetime-local"],
  select,
  textarea {
    font: inherit;
    min-height: max(40px, var(--reach));
    padding: 8px 10px;
    border: 1px solid var(--strong-line);
    border-radius: 8px;
    background: var(--card);
    color: var(--ink);
    width: 100%;
  }
  input[type="file"],
  ::file-selector-button {
    min-height: var(--reach);
  }
  input::placeholder,
  textarea::placeholder {
    color: var(--soft);
    opacity: 0.85;
  }
  input[type="radio"],
  input[type="checkbox"] {
    accent-color: var(--baize-ink);
    width: 1.125rem;
    height: 1.125rem;
    margin: 0;
    flex: none;
  }
  label {
    cursor: pointer;
  }
  summary {
    padding-block: max(0px, (var(--reach) - 1.5em) / 2);
  }
  /* Within a line of text a finger meets more than the eye sees. */
  @media (pointer: coarse) {
    .reach {
      position: relative;
    }
    .reach::after {
      content: "";
      position: absolute;
      inset: -12px -8px;
    }
  }
  .card {
    background: var(--card);
    border: 1px solid var(--line);
    border-radius: var(--round);
    box-shadow: var(--shadow);
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    align-items: center;
  }
  .stack {
    display: grid;
    /* What is inside is cut or broken, not the page made wider. */
    grid-template-columns: minmax(0, 1fr);
    gap: 12px;
    align-content: start;
  }
  .clause {
    font-family: var(--serif);
    font-variant-numeric: oldstyle-nums;
    white-space: nowrap;
    font-weight: 600;
  }
  .unseen {
    position: absolute !important;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .notice {
    border-left: 3px solid var(--brass);
    background: var(--brass-wash);
    padding: 10px 14px;
    border-radius: 0 8px 8px 0;
    font-size: 0.9375rem;
  }
  .notice.bad {
    border-color: var(--ox);
    background: var(--ox-wash);
  }
  .notice.good {
    border-color: var(--baize-ink);
    background: var(--baize-wash);
  }
  .face {
    max-width: 460px;
    margin: clamp(40px, 11vh, 120px) auto;
    padding: 0 16px;
    text-align: center;
    display: grid;
    gap: 14px;
    justify-items: center;
  }
  .face h1 {
    font-size: clamp(1.6rem, 1.3rem + 1.2vw, 2.1rem);
  }
  .face > svg {
    width: 132px;
    height: 132px;
    padding: 14px;
    background: var(--dark-square);
    border-radius: 12px;
    box-shadow: var(--shadow);
  }
  code,
  .mono {
    font-family: var(--mono);
    font-size: 0.9em;
  }
`;

/** What is asked over the page. */
export const dialogStyle = css`
  dialog {
    border: 1px solid var(--line);
    border-radius: 14px;
    background: var(--card);
    color: var(--ink);
    padding: 20px;
    box-shadow: 0 20px 60px rgb(0 0 0 / 30%);
  }
  dialog::backdrop {
    background: rgb(20 16 10 / 50%);
  }
`;

export const menStyle = css`
  .man .body {
    stroke-width: 3;
    stroke-linejoin: round;
  }
  .man .cut {
    fill: none;
    stroke-width: 2.2;
    stroke-linecap: round;
  }
  .man.white .body {
    fill: var(--white-man);
    stroke: var(--white-edge);
  }
  .man.white .cut {
    stroke: var(--white-edge);
  }
  .man.white .eye {
    fill: var(--white-edge);
  }
  .man.black .body {
    fill: var(--black-man);
    stroke: var(--black-edge);
  }
  .man.black .cut {
    stroke: var(--black-cut);
  }
  .man.black .eye {
    fill: var(--black-cut);
  }
`;
