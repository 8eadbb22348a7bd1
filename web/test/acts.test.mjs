// Can every act of the record be done from the page? Each is done by the form, and those a
// player does often also by hand, by a button, or as a right that was looked at first.
import assert from "node:assert/strict";
import { after, before, browser, Person, Server, test } from "./room.mjs";

const CODES = ["xxv", "bca-1862", "bcc-1896", "bcc-1899", "fide-1931", "fide-2023"];
const PAWN = "8/P6k/8/8/8/8/8/7K w - - 0 1";
const move = (by, uci) => ({ by, act: "move", move: uci });
const POST = { mode: "communication" };

/** What has happened before, and what is then filled in. `by`: who does it, where it is not he whose turn it is. */
const BY_FORM = {
  move: { fill: { move: "e2e4", say: "check" } },
  touch: { fill: { square: "e2" } },
  adjust: { fill: { square: "e2" } },
  lift: { fill: { square: "e2" } },
  place: { first: [{ by: "white", act: "lift", square: "e2" }], fill: { square: "e4" } },
  quit: { first: [{ by: "white", act: "lift", square: "e2" }, { by: "white", act: "place", square: "e4" }], fill: {} },
  remove: { fill: { square: "e7" } },
  promote: {
    header: { start: PAWN },
    first: [{ by: "white", act: "lift", square: "a7" }, { by: "white", act: "place", square: "a8" }],
    fill: { to: "q" },
  },
  say: { fill: { words: "check" } },
  exact: { first: [move("white", "f1f3")], by: "black", fill: { penalty: "king" } },
  waive: { first: [move("white", "f1f3")], by: "black", fill: {} },
  require: { first: [move("white", "f1f3")], by: "black", fill: { what: "retract" } },
  consent: { first: [move("white", "f1f3")], by: "black", fill: { what: "substitute" } },
  adopt: { header: POST, first: [{ by: "white", act: "send", text: "Kt-B3" }], by: "black", fill: { move: "b1c3" } },
  offer: { fill: { what: "draw" } },
  accept: { first: [move("white", "e2e4"), { by: "white", act: "offer", what: "draw" }], by: "black", fill: { what: "draw" } },
  decline: { first: [move("white", "e2e4"), { by: "white", act: "offer", what: "draw" }], by: "black", fill: { what: "draw" } },
  claim: { fill: { ground: "forfeit", offence: "book" } },
  demand: { fill: { what: "mate-in-fifty" } },
  "point-out": { first: [move("white", "f1f3")], by: "black", fill: { error: "illegal-move", move: "1" } },
  resign: { fill: {} },
  upset: { fill: { accident: true } },
  refuse: { fill: {} },
  abandon: { fill: {} },
  adjourn: { fill: {} },
  seal: { first: [{ by: "white", act: "adjourn" }], fill: { record: "P-K4" } },
  resume: { first: [{ by: "white", act: "adjourn" }], fill: {} },
  send: { header: POST, fill: { text: "P-K4", if: "P-K4, Kt-KB3" } },
  arrive: { header: { scheduled: true }, fill: {} },
  press: { fill: {} },
  pause: { fill: { why: "The lamp has gone out" } },
  restart: { first: [{ by: "white", act: "pause" }], by: "umpire", fill: {} },
  displace: { fill: { squares: "e2, g1" } },
  score: { fill: { what: "behind" } },
  device: { fill: { how: "rings" } },
  conduct: { fill: { what: "noise" } },
  request: { fill: { what: "sheet" } },
  sign: { fill: { result: "1/2-1/2" } },
  penalise: { by: "umpire", fill: { party: "white", penalty: "warning" } },
  award: { by: "umpire", fill: { "seconds-white": "60", "seconds-black": "60" } },
  dispute: { fill: { question: "Was it touched?" } },
  decide: { first: [{ by: "white", act: "dispute", question: "Was it touched?" }], by: "umpire", fill: { ruling: "It was not." } },
};

/** The clock of the server is the timekeeper: these happen by themselves. */
const BY_THE_CLOCK = ["flag", "close-of-play"];

let server;
let world;
let person;

before(async () => {
  server = await Server.shared();
  world = await browser();
  person = await Person.enter(world, server);
});

after(async () => {
  await person?.leave();
  await world?.close();
  await server?.close();
});

async function table(header, first = []) {
  const made = await server.table(header, { opponent: "here" });
  for (const [seq, act] of first.entries()) {
    await server.post(`/api/games/${made.id}/acts`, { expected_seq: seq, key: `k${seq}`, act }, made.token);
  }
  return made;
}

async function fill(page, values) {
  for (const [name, value] of Object.entries(values)) {
    const field = page.locator(`jd-acts [name="${name}"]`);
    if (value === true) await field.check();
    else if ((await field.evaluate((element) => element.localName)) === "select") await field.selectOption(value);
    else await field.fill(value);
  }
}

test("the list is the record's", async () => {
  const wrong = await fetch(`${server.base}/api/judge`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ header: {}, acts: [{ by: "white", act: "nothing" }], codes: ["xxv"] }),
  });
  const said = JSON.stringify(await wrong.json());
  const named = /one of: ([a-z, -]+)/.exec(said)[1].split(", ");
  assert.deepEqual(named.sort(), [...Object.keys(BY_FORM), ...BY_THE_CLOCK].sort());
});

/* The form knows nothing of codes: they take turns. */
test("every act by the form, the codes in turn", async () => {
  const { page } = person;
  for (const [n, [act, { header, first = [], by, fill: values }]] of Object.entries(BY_FORM).entries()) {
    const code = CODES[n % CODES.length];
    const made = await table({ code, ...header }, first);
    await person.turn(made.own);
    // The server writes down by itself that those seated have arrived.
    const { log: begun } = await server.get(`/api/games/${made.id}`, made.token);
    await person.button("Anything else…").click();
    await page.locator(`jd-acts button[data-act="${act}"]`).click();
    if (by && (await page.locator("jd-acts #by").count()) > 0) await page.locator("jd-acts #by").selectOption(by);
    await fill(page, values);
    await page.locator("jd-acts form [type=submit]").click();
    await page.locator(`jd-acts dialog:not([open])`).waitFor({ state: "attached" });
    await person.settled();
    const { log } = await server.get(`/api/games/${made.id}`, made.token);
    assert.equal(log.length, begun.length + 1, `${code}: ${act} did not happen: ${await page.locator("jd-table .notice.bad").allTextContents()}`);
    const done = log.at(-1).act;
    assert.equal(done.act, act, code);
    assert.equal(done.by, by ?? "white", `${code}: ${act}`);
  }
});

test("the clock does the timekeeper's acts, and the page shows it", async () => {
  const made = await table({ code: "fide-1931", time_limit: { by: [{ moves: 30, seconds: 1 }] } }, [move("white", "e2e4")]);
  await person.sit(made.own);
  await person.hears("White has won");
  const { log } = await server.get(`/api/games/${made.id}`, made.token);
  assert.equal(log.at(-1).act.by, "timekeeper");
});

test("pointing at the picture fills the form", async () => {
  const made = await table({ code: "bcc-1899" });
  await person.sit(made.own);
  await person.button("Anything else…").click();
  await person.page.locator('jd-acts button[data-act="remove"]').click();
  await person.page.locator('jd-acts jd-board [data-square="d7"]').click();
  assert.equal(await person.page.locator('jd-acts [name="square"]').inputValue(), "d7");
  await person.page.locator("jd-acts [type=submit]").click();
  await person.sees("d7", "empty");
});

test("castling in its parts, by hand: the King, then the Rook, each let go", async () => {
  for (const code of CODES) {
    const made = await table({ code, start: "4k3/8/8/8/8/8/8/4K2R w K - 0 1" });
    await person.sit(made.own);
    await person.button("Keep hold").click();
    await person.drag("e1", "g1");
    await person.sees("g1", "white King");
    await person.button("Let go").click();
    await person.settled();
    await person.drag("h1", "f1");
    await person.sees("f1", "white Rook");
    await person.button("Let go").click();
    await person.settled();
    await person.hears("Black to play");
    const { log, state } = await server.get(`/api/games/${made.id}`, made.token);
    assert.deepEqual(log.map((entry) => entry.act.act), ["lift", "place", "quit", "lift", "place", "quit"], code);
    assert.equal(state.board.split(" ")[0], "4k3/8/8/8/8/8/8/5RK1", code);
    assert.equal(log.at(-1).record?.uci, "e1g1", code);
  }
});

test("consultation: any of a side may move, the record says who, and only they hear their counsel", async () => {
  const made = await server.table({ code: "bcc-1899", sides: { white: ["Ann", "Amy"], black: ["Bob"] } });
  const chair = (name) => made.invitations.find((invitation) => invitation.name === name).link;
  const [ann, amy, bob] = await Promise.all([1, 2, 3].map(() => Person.enter(world, server)));
  await ann.sit(made.own);
  await amy.join(chair("Amy"), "Amy");
  await bob.join(chair("Bob"), "Bob");
  await amy.play("e2", "e4");
  await bob.sees("e4", "white Pawn");
  const { log } = await server.get(`/api/games/${made.id}`, made.token);
  assert.equal(log.at(-1).act.player, "Amy");
  for (const each of [ann, amy, bob]) await each.page.locator("details.fold summary", { hasText: "Talk" }).click();
  for (const each of [ann, amy]) await each.button("White’s counsel").click();
  await amy.page.getByLabel(/Say something/).fill("Then the Bishop?");
  await amy.button("Say").click();
  await ann.page.getByText("Then the Bishop?").waitFor();
  assert.equal(await bob.page.getByText("Then the Bishop?").count(), 0);
  assert.equal(await bob.page.getByRole("button", { name: "White’s counsel" }).count(), 0);
  for (const each of [ann, amy, bob]) await each.leave();
});
