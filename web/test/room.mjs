// What does a test need? A server of its own, a browser, and people who sit down at tables.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { createServer as createHttp, request } from "node:http";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import * as runner from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const here = dirname(fileURLToPath(import.meta.url));

/* A browser that does not answer must fail the test that asked, not keep everybody waiting: what is asked inside a page has no
   limit of its own. A test that goes through many pages says how long it may take. */
const LIMIT = { timeout: 180_000 };
export const test = (name, ...rest) => {
  const does = rest.pop();
  return runner.test(name, { ...LIMIT, ...rest[0] }, does);
};
export const before = (does) => runner.before(does, LIMIT);
export const after = (does) => runner.after(does, LIMIT);

export const CHROMIUM = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser"].find(
  (path) => path && existsSync(path),
);
export const FIREFOX = [process.env.FIREFOX, "/usr/bin/firefox-esr", "/usr/bin/firefox"].find((path) => path && existsSync(path));
/** The program named, or the one built last: an old one would serve an old page. */
export const BINARY =
  process.env.TEST_BINARY ??
  ["release", "debug"]
    .map((profile) => resolve(here, `../../target/${profile}/jadoube`))
    .filter((path) => existsSync(path))
    .sort((one, two) => statSync(two).mtimeMs - statSync(one).mtimeMs)[0];

export const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const LAUNCH = { executablePath: CHROMIUM, headless: true, args: FLAGS };

/** A browser that several test files use at once. */
export const launch = () => chromium.launchServer(LAUNCH);

/** The browser all share, or one's own where a file is run alone. */
export const browser = () => (process.env.TEST_BROWSER ? chromium.connect(process.env.TEST_BROWSER) : chromium.launch(LAUNCH));

function freePort() {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.on("error", fail);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });
}

/** A server on a port and a data directory of its own; it can be stopped and started again with both kept. */
export class Server {
  /** The server all share, or one's own where a file is run alone. */
  static async shared() {
    if (!process.env.TEST_SERVER) return Server.open();
    const server = new Server();
    server.base = process.env.TEST_SERVER;
    return server;
  }

  static async open(...more) {
    const server = new Server();
    // All tests come from one address: what one person may ask for is no measure here.
    server.more = ["--rate", "0", ...more];
    server.data = mkdtempSync(join(tmpdir(), "jadoube-web-"));
    server.port = await freePort();
    server.base = `http://127.0.0.1:${server.port}`;
    await server.start();
    if (process.env.TEST_PAGE) await server.front();
    return server;
  }

  async start() {
    this.said = "";
    this.process = spawn(BINARY, ["serve", "--listen", `127.0.0.1:${this.port}`, "--data", this.data, ...this.more], {
      stdio: ["ignore", "pipe", "pipe"],
      // What is set for some other server on this machine has no say here.
      env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("JADOUBE_"))),
    });
    for (const stream of [this.process.stdout, this.process.stderr]) {
      stream.on("data", (text) => (this.said += text));
    }
    this.ended = new Promise((done) => this.process.on("exit", done));
    for (let attempt = 0; attempt < 300; attempt++) {
      if (this.process.exitCode !== null) break;
      try {
        if ((await fetch(`${this.base}/readyz`)).ok) return;
      } catch {
        // Not listening yet.
      }
      await new Promise((done) => setTimeout(done, 100));
    }
    throw new Error(`the server did not start:\n${this.said}`);
  }

  /** With TEST_PAGE set, the page as it lies in dist, before the binary has been built anew. */
  async front() {
    const port = await freePort();
    this.page = spawn(process.execPath, [resolve(here, "../dev.mjs"), this.base, String(port)], { cwd: resolve(here, "..") });
    await new Promise((done) => this.page.stdout.once("data", done));
    this.base = `http://127.0.0.1:${port}`;
  }

  async stop(signal = "SIGTERM") {
    this.process.kill(signal);
    const slow = setTimeout(() => this.process.kill("SIGKILL"), 10_000);
    await this.ended;
    clearTimeout(slow);
  }

  async close() {
    this.page?.kill();
    if (!this.process) return;
    await this.stop();
    rmSync(this.data, { recursive: true, force: true });
  }

  async post(path, body, token) {
    const headers = { "Content-Type": "application/json" };
    if (token) headers.Authorization = `Bearer ${token}`;
    const response = await fetch(this.base + path, { method: "POST", headers, body: JSON.stringify(body) });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`);
    return answer;
  }

  async get(path, token) {
    const headers = token ? { Authorization: `Bearer ${token}` } : {};
    const response = await fetch(this.base + path, { headers });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  }

  /** A table with its links, without going through the page: most tests begin at the board. */
  async table(header, more = {}) {
    const made = await this.post("/api/games", { header, side: "white", name: "Ann", ...more });
    const link = (party) => made.invitations.find((invitation) => invitation.party === party)?.link;
    return { server: this, id: made.id, token: made.token, own: made.link, link, invitations: made.invitations };
  }
}

/** What stands between a browser and a server: it passes everything on, until it answers for a server that is gone (`gone`), or lets
    whoever asks wait for ever (`silent`). */
export class Gate {
  static async before(server) {
    const gate = new Gate();
    gate.does = "pass";
    const behind = new URL(server.base);
    gate.door = createHttp((asked, answer) => {
      if (gate.does === "silent") return;
      if (gate.does === "gone") return void answer.writeHead(502).end("<h1>Bad Gateway</h1>");
      const onward = request({ host: behind.hostname, port: behind.port, path: asked.url, method: asked.method, headers: asked.headers });
      onward.on("response", (said) => said.pipe(answer.writeHead(said.statusCode, said.headers)));
      onward.on("error", () => answer.destroy());
      asked.pipe(onward);
    });
    // What is told as it happens does not come through: it has to be asked for.
    gate.door.on("upgrade", (_, socket) => socket.destroy());
    const port = await freePort();
    await new Promise((done) => gate.door.listen(port, "127.0.0.1", done));
    gate.base = `http://127.0.0.1:${port}`;
    return gate;
  }

  close() {
    this.door.closeAllConnections();
    this.door.close();
  }
}

/** What stands between a browser and a server and counts what goes over the wire: each request's bytes, and all that came back. */
export class Wire {
  static async before(server) {
    const wire = new Wire();
    const behind = new URL(server.base);
    wire.again();
    wire.door = createServer((near) => {
      const far = connect(behind.port, behind.hostname);
      near.on("data", (bytes) => {
        wire.bytes += bytes.length;
        wire.asked.push(...(bytes.toString("latin1").match(/^(?:GET|POST|PUT|DELETE) \S+ HTTP/gm) ?? []));
      });
      far.on("data", (bytes) => (wire.bytes += bytes.length));
      // A test that fails leaves nothing behind that would keep it waiting.
      near.unref();
      far.unref();
      for (const [one, other] of [[near, far], [far, near]]) one.on("error", () => other.destroy()).pipe(other);
    });
    const port = await freePort();
    await new Promise((done) => wire.door.listen(port, "127.0.0.1", done));
    wire.door.unref();
    wire.base = `http://127.0.0.1:${port}`;
    return wire;
  }

  /** From here on it is counted anew. */
  again() {
    this.bytes = 0;
    this.asked = [];
  }

  close() {
    this.door.close();
  }
}

/** Where a file's tests happen: on the server all share, unless another is opened for it; left when they are done. */
export async function room(opened = Server.shared()) {
  const [server, world] = await Promise.all([opened, browser()]);
  after(async () => {
    await world.close();
    await server.close();
  });
  return { server, world };
}

/** Someone with a browser of his own. */
export class Person {
  static async enter(world, server, options = {}) {
    const person = new Person();
    person.server = server;
    person.context = await world.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: "reduce", serviceWorkers: "block", ...options });
    person.errors = [];
    await person.sheet();
    return person;
  }

  /** A new page of the browser. */
  async sheet() {
    this.page = await this.context.newPage();
    this.page.setDefaultTimeout(20_000);
    this.page.on("pageerror", (error) => this.errors.push(error.message));
    const asked = new Set();
    this.asked = asked;
    this.page.on("request", (request) => asked.add(request));
    for (const end of ["requestfinished", "requestfailed"]) this.page.on(end, (request) => asked.delete(request));
  }

  /** The same browser with nothing remembered but the files it has loaded. */
  async begin() {
    if (this.page.url().startsWith("http")) await this.page.evaluate(() => localStorage.clear());
    await this.page.close();
    await this.context.clearCookies();
    await this.sheet();
  }

  /** Another screen, by day or by night. */
  async screen({ scheme, width }) {
    await this.page.emulateMedia({ colorScheme: scheme });
    await this.page.setViewportSize({ width, height: 800 });
  }

  /** Everything that was asked of the server has come, and nothing more is asked. */
  async rested() {
    for (let quiet = 0; quiet < 3; quiet = this.asked.size === 0 ? quiet + 1 : 0) await this.page.evaluate(() => new Promise((done) => setTimeout(done, 30)));
  }

  async go(path) {
    await this.page.goto(this.server.base + path);
  }

  /** Accepts an invitation through the page. */
  async join(link, name) {
    await this.go(link);
    if (name) await this.page.getByLabel("Your name, if you like").fill(name);
    await this.page.getByRole("button", { name: /Sit down|Come in/ }).click();
    await this.page.locator("jd-table jd-board, jd-table .blind").first().waitFor();
  }

  async sit(link) {
    await this.go(link);
    await this.page.locator("jd-table jd-board, jd-table .blind").first().waitFor();
  }

  /** Two at this screen, ruled by the law in the page. */
  async sitHere(header) {
    await this.go("/help");
    await this.page.evaluate((header) => localStorage.setItem("jadoube.here", JSON.stringify(header)), header);
    await this.sit("/game/here");
  }

  /** So many acts, Knights out and home again, each drawn before the next; answers how many acts there are then. */
  async shuffle(number) {
    return this.page.evaluate(async (number) => {
      const { live } = document.querySelector("jd-app").shadowRoot.querySelector("jd-table");
      const round = ["g1f3", "g8f6", "f3g1", "f6g8"];
      for (let n = 0; n < number; n++) {
        const { seq } = live.view;
        await live.do({ by: seq % 2 ? "black" : "white", act: "move", move: round[seq % 4] });
        await new Promise(requestAnimationFrame);
      }
      return live.view.seq;
    }, number);
  }

  /** The bytes of the page's heap once what is not used any more has gone. */
  async heap() {
    const cdp = await this.context.newCDPSession(this.page);
    await cdp.send("HeapProfiler.collectGarbage");
    const { usedSize } = await cdp.send("Runtime.getHeapUsage");
    await cdp.detach();
    return usedSize;
  }

  /** From one table to another without a new load, as by a link in the page. */
  async turn(link) {
    if (!(await this.page.locator("jd-app").count())) await this.go("/nowhere");
    const id = /game\/([^#]+)/.exec(link)[1];
    await this.page.evaluate((to) => document.querySelector("jd-app").dispatchEvent(new CustomEvent("go", { detail: to })), link);
    await this.page.waitForFunction((id) => document.querySelector("jd-app").shadowRoot.querySelector("jd-table")?.live?.view?.id === id, id);
  }

  square(at) {
    return this.page.locator(`jd-table > .table jd-board [data-square="${at}"], .board jd-board [data-square="${at}"]`).first();
  }

  async man(at) {
    return (await this.square(at).getAttribute("aria-label")).split(", ")[1];
  }

  async tap(at) {
    await this.square(at).click();
  }

  /** Everything this person has done is acknowledged. */
  async settled() {
    await this.page.locator("jd-table:not([waiting])").waitFor();
  }

  /** Two taps. */
  async play(from, to) {
    await this.tap(from);
    await this.tap(to);
  }

  async drag(from, to) {
    const a = await this.place(this.square(from));
    const b = await this.place(this.square(to));
    await this.page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
    await this.page.mouse.down();
    await this.page.mouse.move((a.x + b.x) / 2 + a.width / 2, (a.y + b.y) / 2 + a.height / 2, { steps: 4 });
    await this.page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 4 });
    await this.page.mouse.up();
  }

  /** Where something is drawn, once it stays there: a screen that was just turned may still be drawing it anew. */
  async place(what) {
    let last = "";
    for (let looks = 0; looks < 100; looks++) {
      await what.waitFor();
      const box = await what.boundingBox();
      if (box && last === (last = JSON.stringify(box))) return box;
      await this.page.waitForTimeout(50);
    }
    throw new Error(`${what} finds no rest: ${last}`);
  }

  async sees(at, who) {
    await this.page.waitForFunction(
      ([at, who]) => {
        const table = document.querySelector("jd-app")?.shadowRoot?.querySelector("jd-table");
        const board = table?.shadowRoot?.querySelector("jd-board");
        const label = board?.shadowRoot?.querySelector(`[data-square="${at}"]`)?.getAttribute("aria-label");
        return label?.split(", ")[1] === who;
      },
      [at, who],
    );
  }

  arbiter() {
    return this.page.locator("jd-arbiter, jd-table .over");
  }

  async hears(text) {
    await this.arbiter().getByText(text).filter({ visible: true }).first().waitFor();
  }

  right(text) {
    return this.page.locator("jd-arbiter .right", { hasText: text }).first();
  }

  async exact(text) {
    await this.right(text).locator("input").check();
    await this.page.locator("jd-arbiter .do button.main").click();
  }

  /** Yes to the question asked. */
  async confirm() {
    await this.page.locator("jd-ask dialog[open] .row button").first().click();
  }

  /** Everything else a new game can be. */
  async more() {
    await this.page.locator("jd-new details.more > summary").click();
  }

  /** What has the focus, as it is read aloud: on the board, the square and who stands there. */
  focused() {
    return this.page.evaluate(() => {
      let active = document.activeElement;
      while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
      return active?.getAttribute("aria-label") ?? active?.textContent.trim() ?? "";
    });
  }

  /** By the tabulator, as one comes there who uses no mouse. */
  async tabTo(name) {
    const is = (now) => (typeof name === "string" ? now === name : name.test(now));
    let now = await this.focused();
    for (let n = 0; n < 60 && !is(now); n++) {
      await this.page.keyboard.press("Tab");
      now = await this.focused();
    }
    if (!is(now)) throw new Error(`the tabulator does not reach ${name}, it ends at ${now}`);
  }

  /** With the board's cursor to a square; answers what is read aloud there. */
  async walkTo(to) {
    for (let steps = 0; steps < 20; steps++) {
      const here = await this.focused();
      if (here.startsWith(to)) return here;
      const [file, rank] = [to.charCodeAt(0) - here.charCodeAt(0), to.charCodeAt(1) - here.charCodeAt(1)];
      await this.page.keyboard.press(file > 0 ? "ArrowRight" : file < 0 ? "ArrowLeft" : rank > 0 ? "ArrowUp" : "ArrowDown");
    }
    throw new Error(`the cursor does not reach ${to}`);
  }

  button(name) {
    return this.page.getByRole("button", { name, exact: true });
  }

  async leave() {
    await this.context.close();
    if (this.errors.length > 0) throw new Error(`errors in the page: ${this.errors.join("; ")}`);
  }
}
