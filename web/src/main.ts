/* Which page is asked for? The frame around every page: its head, its way from page to page, and what is said when
   there is no such page. */
import { LitElement, css, html, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { face } from "./face.js";
import { settings } from "./settings.js";
import { menStyle, shared } from "./style/shared.js";

interface Route {
  pattern: RegExp;
  title: string;
  /** Each page is loaded when it is first asked for. */
  load: () => Promise<unknown>;
  page: (found: string[]) => TemplateResult;
}

const decode = (part: string | undefined): string => {
  try {
    return decodeURIComponent(part ?? "");
  } catch {
    return part ?? "";
  }
};

const ROUTES: Route[] = [
  {
    pattern: /^\/$/,
    title: "The laws of chess, at a board",
    load: () => import("./pages/home.js"),
    page: () => html`<jd-home></jd-home>`,
  },
  {
    pattern: /^\/new$/,
    title: "New game",
    load: () => import("./pages/new.js"),
    page: () => html`<jd-new></jd-new>`,
  },
  {
    pattern: /^\/join$/,
    title: "An invitation",
    load: () => import("./pages/join.js"),
    page: () => html`<jd-join code=${decode(location.hash.slice(1))}></jd-join>`,
  },
  {
    pattern: /^\/game\/([^/]+)$/,
    title: "At the table",
    load: () => import("./game/table.js"),
    page: ([, id]) => html`<jd-table game=${decode(id)}></jd-table>`,
  },
  {
    pattern: /^\/law(?:\/([^/]+))?$/,
    title: "The law room",
    load: () => import("./pages/law.js"),
    // The clause is the address's fragment: its dots would look like a file's.
    page: ([, code]) => html`<jd-law code=${decode(code)} clause=${decode(location.hash.slice(1))}></jd-law>`,
  },
  {
    pattern: /^\/compare(?:\/([^/]+))?$/,
    title: "The codes compared",
    load: () => import("./pages/compare.js"),
    page: ([, question]) => html`<jd-compare question=${decode(question)}></jd-compare>`,
  },
  {
    pattern: /^\/judge$/,
    title: "Judge an incident",
    load: () => import("./pages/judge.js"),
    page: () => html`<jd-judge></jd-judge>`,
  },
  {
    pattern: /^\/audit$/,
    title: "Audit games",
    load: () => import("./pages/audit.js"),
    page: () => html`<jd-audit></jd-audit>`,
  },
  {
    pattern: /^\/incidents(?:\/([^/]+))?$/,
    title: "Incidents",
    load: () => import("./pages/incidents.js"),
    page: ([, name]) => html`<jd-incidents name=${decode(name)}></jd-incidents>`,
  },
  {
    pattern: /^\/help$/,
    title: "Help",
    load: () => import("./pages/help.js"),
    page: () => html`<jd-help word=${decode(location.hash.slice(1))}></jd-help>`,
  },
  {
    pattern: /^\/settings$/,
    title: "Settings",
    load: () => import("./pages/settings.js"),
    page: () => html`<jd-settings></jd-settings>`,
  },
  {
    pattern: /^\/account$/,
    title: "Account",
    load: () => import("./pages/account.js"),
    page: () => html`<jd-account></jd-account>`,
  },
];

/** How long nothing need have happened before the law is fetched that rules without a network. */
const IDLE_AFTER = 3000;

/** The page is kept for the hours without a network; the law, which is larger, once nobody waits for anything else. */
async function keepForLater(pause = 5000) {
  const { installing } = await navigator.serviceWorker.register("/sw.js");
  // One file that did not come, and the browser gives up: nobody should have to load the page again for that.
  installing?.addEventListener("statechange", () => {
    if (installing.state === "redundant") setTimeout(() => keep(2 * pause), pause);
  });
  const { active } = await navigator.serviceWorker.ready;
  setTimeout(() => active?.postMessage("idle"), IDLE_AFTER);
}

const keep = (pause?: number) => void keepForLater(pause).catch(() => undefined);

@customElement("jd-app")
export class JdApp extends LitElement {
  @state() private page: TemplateResult | null = null;
  @state() private path = location.pathname;

  static styles = [
    shared,
    menStyle,
    css`
      :host {
        display: flex;
        flex-direction: column;
        min-height: 100dvh;
      }
      header {
        display: flex;
        align-items: center;
        gap: 4px clamp(8px, 2vw, 24px);
        flex-wrap: wrap;
        padding: 10px clamp(10px, 3vw, 32px);
        border-bottom: 1px solid var(--line);
      }
      .brand {
        font: 600 1.375rem/1 var(--serif);
        color: var(--ink);
        text-decoration: none;
        display: inline-flex;
        align-items: center;
        gap: 10px;
        padding: 6px 0;
      }
      .brand img {
        width: 1.875rem;
        height: 1.875rem;
      }
      nav {
        display: flex;
        gap: 2px;
        margin-left: auto;
        flex-wrap: wrap;
      }
      nav a,
      .gear {
        padding: 8px 10px;
        color: var(--ink);
        text-decoration: none;
        border-radius: 6px;
        font-size: 0.9375rem;
        white-space: nowrap;
      }
      nav a:hover,
      .gear:hover {
        background: var(--sunk);
      }
      nav a[aria-current="page"],
      .gear[aria-current="page"] {
        color: var(--baize-ink);
        font-weight: 600;
        box-shadow: inset 0 -2px 0 var(--baize-ink);
        border-radius: 6px 6px 0 0;
      }
      /* A telephone lying on its side has little height: it is the board's. */
      @media (orientation: landscape) and (max-height: 520px) {
        header {
          padding-block: 2px;
        }
        .brand img {
          width: 1.25rem;
          height: 1.25rem;
        }
        nav a,
        .gear {
          padding: 6px clamp(5px, 1.2vw, 10px);
          font-size: clamp(0.8125rem, 1.8vw, 0.9375rem);
        }
      }
      main {
        flex: 1;
      }
      /* It has the focus only so that a listener begins there. */
      main:focus,
      main:focus-visible {
        outline: none;
      }
      footer {
        padding: 20px clamp(10px, 3vw, 32px);
        font-size: 0.8125rem;
        color: var(--soft);
        border-top: 1px solid var(--line);
      }
      .gear svg {
        width: 1.125rem;
        height: 1.125rem;
        display: block;
        fill: none;
        stroke: currentColor;
        stroke-width: 1.6;
        stroke-linecap: round;
      }
      .skip {
        position: absolute;
        left: -999px;
      }
      .skip:focus {
        left: 8px;
        top: 8px;
        background: var(--card);
        padding: 10px;
        z-index: 50;
      }
      /* On a telephone the pages stand on a line of their own. At a table every line counts: the name alone leads back. */
      @media (max-width: 520px) {
        .gear {
          margin-left: auto;
        }
        nav {
          order: 1;
          margin-left: 0;
          width: 100%;
          justify-content: space-between;
        }
        nav a {
          display: inline-flex;
          align-items: center;
          min-height: var(--reach);
          padding: 4px 2px;
          font-size: 0.8125rem;
        }
        header.table {
          padding-block: 2px;
        }
        header.table nav {
          display: none;
        }
        header.table .brand {
          font-size: 1.125rem;
        }
        header.table .brand img {
          width: 24px;
          height: 24px;
        }
      }
      @media print {
        header,
        footer {
          display: none;
        }
      }
    `,
  ];

  connectedCallback() {
    super.connectedCallback();
    settings.show();
    addEventListener("popstate", this.go);
    addEventListener("hashchange", this.go);
    this.addEventListener("click", this.follow);
    this.addEventListener("go", (event) => this.to((event as CustomEvent<string>).detail));
    void this.go();
    // Browsers keep a page for hours without a network only over HTTPS, or on one's own machine.
    if ("serviceWorker" in navigator && isSecureContext) {
      addEventListener("load", () => keep(), { once: true });
    }
  }

  /** Links within the page need no new load. */
  private follow = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = event.composedPath().find((node): node is HTMLAnchorElement => node instanceof HTMLAnchorElement);
    if (!link || link.target || link.download || link.origin !== location.origin) return;
    if (link.pathname.startsWith("/api/")) return;
    event.preventDefault();
    this.to(link.href);
  };

  private to(url: string) {
    const before = location.pathname;
    history.pushState(null, "", url);
    const arrived = this.go();
    if (before === location.pathname) return;
    scrollTo(0, 0);
    // A listener hears the new page from its beginning.
    void arrived
      .then(() => this.updateComplete)
      .then(() => this.renderRoot.querySelector<HTMLElement>("main")?.focus({ preventScroll: true }));
  }

  private go = async () => {
    const path = location.pathname.replace(/(.)\/$/, "$1");
    this.path = path;
    for (const route of ROUTES) {
      const found = route.pattern.exec(path);
      if (!found) continue;
      document.title = `${route.title} · Jadoube`;
      try {
        await route.load();
        if (this.path === path) this.page = route.page([...found]);
      } catch {
        this.page = face("r", "This page could not be loaded", "The server cannot be reached, or it has been updated since you opened the page.", html`<button class="main" @click=${() => location.reload()}>Load again</button>`);
      }
      return;
    }
    document.title = "No such page · Jadoube";
    this.page = face("N", "No such square on the board", "The Knight has jumped too far: there is no page at this address.", html`<a class="button main" href="/">To the front page</a>`);
  };

  render() {
    const link = (href: string, text: string, under = href) =>
      html`<a href=${href} aria-current=${this.path === href || (under !== "/" && this.path.startsWith(under)) ? "page" : nothing}>${text}</a>`;
    return html`<header class=${this.path.startsWith("/game/") ? "table" : ""}>
        <button class="skip" @click=${() => this.renderRoot.querySelector<HTMLElement>("main")?.focus()}>Skip to the page</button>
        <a class="brand reach" href="/"><img src="/favicon.svg" alt="" />Jadoube</a>
        <nav aria-label="Pages">
          ${link("/new", "New game")} ${link("/law", "Law room")} ${link("/compare", "Compare")} ${link("/judge", "Judge")} ${link("/audit", "Audit")}
          ${link("/help", "Help")} ${link("/account", "Account")}
        </nav>
        <a href="/settings" class="gear reach" aria-label="Settings" title="Settings" aria-current=${this.path === "/settings" ? "page" : nothing}><svg viewBox="0 0 20 20" aria-hidden="true"><path d="M10 6.500a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7M10 1.500v3M10 15.500v3M1.500 10h3M15.500 10h3M4 4l2.100 2.100M13.900 13.900 16 16M16 4l-2.100 2.100M6.100 13.900 4 16" /></svg></a>
      </header>
      <main id="main" tabindex="-1">${this.page ?? nothing}</main>
      ${this.path.startsWith("/game/") ? nothing : html`<footer>Jadoube: the laws of chess, executable. The codes are told in our own words; the books themselves stay on the shelf. <a href="/help">What is this?</a></footer>`}`;
  }
}
