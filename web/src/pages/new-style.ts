/* How does the form for a new game look? The whole choice on one screen, on a telephone too. */
import { css } from "lit";

export const newStyle = css`
  :host {
    display: block;
    max-width: 1180px;
    margin: 0 auto;
    padding: clamp(16px, 3vw, 40px) clamp(12px, 3vw, 32px) 24px;
  }
  fieldset {
    border: 0;
    margin: 0;
    padding: 0;
    min-width: 0;
  }
  legend {
    font: 600 1.2rem/1.2 var(--serif);
    padding: 0;
    margin-bottom: 10px;
  }
  form {
    display: grid;
    gap: 20px;
    margin-top: 18px;
  }
  .cards {
    display: grid;
    gap: 10px;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 208px), 1fr));
  }
  .cards.small-cards {
    grid-template-columns: repeat(auto-fill, minmax(min(47%, 168px), 1fr));
    gap: 8px;
  }
  /* One line of choices: its name, then what there is to choose from. */
  .row-of {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 4px 18px;
  }
  .row-of legend {
    float: left;
    width: 100%;
    margin-bottom: 6px;
  }
  @media (min-width: 760px) {
    .row-of {
      grid-template-columns: 6.9rem minmax(0, 1fr);
    }
    .row-of legend {
      width: auto;
      padding-top: 10px;
    }
    .row-of > :not(legend, .seg) {
      grid-column: 2;
    }
  }
  .seg {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
    align-items: stretch;
  }
  .seg .pick {
    padding: 10px 16px;
    min-height: 46px;
    align-content: center;
  }
  .seg .year {
    font-size: 1.25rem;
  }
  .seg .named {
    flex: 1;
    min-width: 180px;
    max-width: 260px;
    align-self: center;
  }
  /* On a telephone too the whole choice stands on one screen. */
  @media (max-width: 520px) {
    :host {
      padding-top: 10px;
    }
    /* The menu above says it already. */
    h1 {
      position: absolute;
      clip-path: inset(50%);
    }
    form {
      gap: 12px;
      margin-top: 0;
    }
    .row-of {
      grid-template-columns: auto minmax(0, 1fr);
      gap: 5px 12px;
    }
    .row-of > * {
      grid-column: 1 / -1;
    }
    .row-of legend {
      grid-column: 1;
      width: auto;
      font-size: 1rem;
      margin-bottom: 0;
    }
    /* What is said about a choice, or a short one itself, stands beside its name. */
    .row-of > p.soft,
    .row-of > .mine {
      grid-area: 1 / 2;
    }
    .row-of > p.soft {
      align-self: end;
    }
    .row-of:has(> .mine) legend {
      padding-top: 10px;
    }
    .seg .named {
      max-width: none;
    }
    .seg .named input {
      max-width: none;
    }
    .seg {
      gap: 5px;
    }
    .seg .pick {
      flex: 1 0 auto;
      padding: 6px 9px;
      min-height: max(42px, var(--reach));
      text-align: center;
    }
    .seg .pick strong {
      font-size: 0.9375rem;
    }
    .seg .year {
      font-size: 1.0625rem;
    }
    .seg.codes {
      display: grid;
      grid-template-columns: repeat(auto-fit, minmax(3.1rem, 1fr));
    }
    .seg.codes .pick {
      padding-inline: 2px;
    }
    .seg.against .pick {
      padding-inline: 4px;
    }
    .seg.against strong {
      font-size: 0.875rem;
    }
    .row.choices {
      display: grid;
      grid-template-columns: auto minmax(0, 1fr);
    }
    .row.choices label {
      display: contents;
    }
    .row-of .second {
      display: none;
    }
    .begin .small {
      display: none;
    }
    .begin .main {
      flex: 1;
    }
  }
  /* On a lower telephone a finger has the room up to the next row instead. */
  @media (max-width: 520px) and (max-height: 750px) {
    .seg .pick,
    .choices select,
    #name {
      min-height: 40px;
    }
    .seg .pick {
      position: relative;
    }
    .seg .pick::after {
      content: "";
      position: absolute;
      inset: -4px 0;
    }
  }
  /* On a small telephone the same, closer together; of the code its name is enough. */
  @media (max-width: 520px) and (max-height: 700px) {
    form {
      gap: 8px;
    }
    .seg .pick,
    .choices select,
    #name {
      min-height: 36px;
      padding-block: 3px;
    }
    .row-of .first {
      display: none;
    }
  }
  .choices label {
    display: inline-flex;
    gap: 8px;
    align-items: center;
  }
  .choices label,
  .choices select {
    max-width: 100%;
    min-width: 0;
  }
  .choices select {
    width: auto;
  }
  .more > summary {
    cursor: pointer;
    font: 600 1.2rem/1.2 var(--serif);
    padding-block: max(8px, (var(--reach) - 1.2em) / 2);
  }
  .more > summary .soft {
    font: 400 0.9375rem/1.3 var(--sans);
    margin-left: 8px;
  }
  .more .inside {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 28px;
    padding-top: 18px;
  }
  .pick {
    position: relative;
    display: grid;
    gap: 6px;
    align-content: start;
    padding: 14px 16px;
    border: 1.5px solid var(--line);
    border-radius: 10px;
    background: var(--card);
    cursor: pointer;
  }
  .pick:hover {
    border-color: var(--strong-line);
  }
  .pick:has(input:checked) {
    border-color: var(--baize-ink);
    background: var(--baize-wash);
    box-shadow: inset 0 0 0 1px var(--baize-ink);
  }
  .pick:has(:focus-visible) {
    outline: 3px solid var(--focus);
    outline-offset: 2px;
  }
  .pick input {
    position: absolute;
    opacity: 0;
    inset: 0;
    width: 100%;
    height: 100%;
    cursor: pointer;
  }
  .pick:has(input:disabled) {
    opacity: 0.5;
  }
  .year {
    font: 600 1.75rem/1 var(--serif);
    color: var(--brass);
    font-variant-numeric: oldstyle-nums;
  }
  .pick strong {
    font-family: var(--serif);
    font-size: 1.0625rem;
    line-height: 1.2;
  }
  .two {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 32px;
  }
  @media (min-width: 760px) {
    .two {
      grid-template-columns: 1fr 1fr;
    }
  }
  /* Scrolled to, it stands above the button. */
  #flag {
    scroll-margin-bottom: 84px;
  }
  .begin {
    position: sticky;
    bottom: 0;
    background: var(--paper);
    border-block: 1px solid var(--line);
    padding: 12px 0;
    display: flex;
    flex-wrap: wrap;
    gap: 10px 16px;
    align-items: center;
    z-index: 9;
  }
  .begin .main {
    min-width: 180px;
    min-height: 48px;
    font-size: 1.0625rem;
  }
  .check {
    display: flex;
    gap: 10px;
    align-items: flex-start;
    padding-block: max(0px, (var(--reach) - 1.5em) / 2);
  }
  .check input {
    margin-top: 3px;
  }
  .name {
    display: block;
    max-width: 260px;
  }
  .hint {
    margin-top: 8px;
  }
  .hint p {
    margin-top: 4px;
  }
  .inline {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    align-items: center;
    margin-top: 12px;
  }
  input[type="file"] {
    display: block;
    max-width: 100%;
  }
  .inline input {
    width: 5.5em;
  }
  .party {
    max-width: 460px;
    display: block;
  }
  .folds {
    border-top: 1px solid var(--line);
  }
  .folds details {
    border-bottom: 1px solid var(--line);
  }
  .folds summary {
    cursor: pointer;
    padding: 14px 4px;
    font: 600 1.0625rem/1.3 var(--serif);
  }
  .folds summary .soft {
    font: 400 0.9375rem/1.3 var(--sans);
    margin-left: 6px;
  }
  .folds .stack {
    padding: 4px 4px 22px 20px;
  }
  .pledge {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    align-items: center;
  }
  .pledge select {
    width: auto;
    max-width: 100%;
  }
  .pledge input {
    width: 4.2em;
  }
`;
