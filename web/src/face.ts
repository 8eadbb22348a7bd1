/* What is shown where there is nothing to show? A man, a sentence, and the way on. */
import { html, nothing, type TemplateResult } from "lit";
import { man } from "./men.js";

/** Its look is `.face` of the shared style; whoever shows one takes `menStyle` too. */
export function face(letter: string, title: string, text: string | TemplateResult, action: TemplateResult | typeof nothing = nothing) {
  return html`<div class="face">
    <svg viewBox="0 0 100 100" aria-hidden="true">${man(letter)}</svg>
    <h1>${title}</h1>
    <p class="soft">${text}</p>
    ${action}
  </div>`;
}
