// Does a game at the table go as the issue tells it? Two players, an umpire and an onlooker, each with a browser of his own.
import assert from "node:assert/strict";
import { Person, room, Server, test, Wire } from "./room.mjs";

const { server, world } = await room();

/** Two players at a table; Ann has White, Bob Black. */
async function players(header, more, at = server) {
  const table = await at.table(header, more);
  const [ann, bob] = await Promise.all([Person.enter(world, at), Person.enter(world, at)]);
  await Promise.all([ann.sit(table.own), bob.join(table.link("black"), "Bob")]);
  return { table, ann, bob, leave: () => Promise.all([ann.leave(), bob.leave()]) };
}

const game = (table) => table.server.get(`/api/games/${table.id}`, table.token);
const acts = async (table) => (await game(table)).log.map((entry) => entry.act);

test("a new game through the page, a link, and a move by dragging", async () => {
  const ann = await Person.enter(world, server);
  await ann.go("/new");
  await ann.page.getByRole("radio", { name: /^1896/ }).check({ force: true });
  await ann.page.getByLabel("Your name, if you like").fill("Ann");
  await ann.button("Begin").click();
  await ann.page.locator("jd-table jd-board").waitFor();
  const link = await ann.page.locator('input[data-party="black"]').inputValue();
  const bob = await Person.enter(world, server);
  await bob.join(new URL(link).pathname + new URL(link).hash, "Bob");
  await ann.drag("e2", "e4");
  await bob.sees("e4", "white Pawn");
  await bob.drag("e7", "e5");
  await ann.sees("e5", "black Pawn");
  await ann.leave();
  await bob.leave();
});

test("1862: a touched man must be moved", async () => {
  const { table, ann, bob, leave } = await players({ code: "bca-1862" });
  await ann.tap("g1");
  await ann.page.locator("jd-arbiter .duty.usual").waitFor();
  await bob.page.getByText("A man is touched").waitFor();
  assert.equal(await bob.page.locator("jd-arbiter .duty, jd-arbiter .ruling").count(), 0, "a touch that can be followed by its move is no news");
  assert.ok((await ann.square("g1").getAttribute("class")).includes("duty"), "the duty is drawn on the board");
  const { state } = await game(table);
  assert.deepEqual(state.moves, ["g1f3", "g1h3"]);
  assert.deepEqual((await acts(table)).map((act) => act.act), ["touch"]);
  await ann.tap("f3");
  await bob.sees("f3", "white Knight");
  assert.deepEqual((await acts(table)).map((act) => act.act), ["touch", "move"]);
  await leave();
});

test("1862: another man is moved instead of the touched one, and the opponent has his choice", async () => {
  const { table, ann, bob, leave } = await players({ code: "bca-1862" });
  await ann.tap("g1");
  await ann.page.locator("jd-arbiter .duty").waitFor();
  await ann.drag("e2", "e4");
  // Her touch gives rights too; what is chosen then is gone when her move comes.
  await bob.sees("e4", "white Pawn");
  await bob.page.locator("jd-arbiter .right").first().waitFor();
  const rights = await bob.page.locator("jd-arbiter .right").count();
  assert.ok(rights >= 2, `${rights} rights`);
  await bob.page.locator('jd-arbiter .right[data-act="exact"] input').first().check();
  await bob.page.locator("jd-board[preview]").waitFor();
  await bob.page.locator("jd-arbiter .do button.main").click();
  await bob.settled();
  assert.equal((await acts(table)).at(-1).act, "exact");
  await leave();
});

test("with notice, touching is no touching", async () => {
  const { table, ann, leave } = await players({ code: "bca-1862" });
  await ann.button("I adjust").click();
  await ann.tap("g1");
  await ann.play("e2", "e4");
  await ann.settled();
  await ann.sees("e4", "white Pawn");
  const done = await acts(table);
  assert.deepEqual(done.map((act) => act.act), ["adjust", "touch", "move"]);
  assert.equal((await game(table)).state.refused, null);
  await leave();
});

test("notice given before the other's move is notice still", async () => {
  const { table, ann, bob, leave } = await players({ code: "bcc-1899" });
  await ann.play("e2", "e4");
  await bob.sees("e4", "white Pawn");
  await ann.button("I adjust").click();
  await bob.play("e7", "e5");
  await ann.sees("e5", "black Pawn");
  assert.equal(await ann.button("I adjust").getAttribute("aria-pressed"), "true");
  await ann.tap("a1");
  await ann.settled();
  assert.equal((await acts(table)).at(-1).act, "adjust");
  await leave();
});

test("1899: an illegal move noticed, its penalties looked at on the board, and one exacted", async () => {
  const { table, ann, bob, leave } = await players({ code: "bcc-1899" });
  await ann.play("e2", "e4");
  await bob.sees("e4", "white Pawn");
  await bob.play("e7", "e5");
  await ann.sees("e5", "black Pawn");
  await ann.play("f1", "f3");
  await bob.sees("f3", "white Bishop");
  await bob.page.locator("jd-arbiter .ruling").first().waitFor();
  assert.ok((await bob.page.locator("jd-arbiter .right").count()) >= 3, "A, A+B and A+C are laid out");
  await bob.page.locator("jd-arbiter .rights > header").getByText("lapse as soon as you touch a man").waitFor();
  const { black } = (await bob.page.evaluate(() => document.querySelector("jd-app").shadowRoot.querySelector("jd-table").live.view)).state.options;
  assert.ok(black.some((right) => right.lapses), "the server says which lapse");
  const marked = black.every((right) => right.lapses) ? 0 : black.filter((right) => right.lapses).length;
  assert.equal(await bob.page.locator("jd-arbiter .lapses").count(), marked, "where only some lapse, each says so");
  // On a low screen too all of them are in sight.
  await bob.page.setViewportSize({ width: 1366, height: 768 });
  for (const right of await bob.page.locator("jd-arbiter .right").all()) {
    const { y, height } = await bob.place(right);
    assert.ok(y + height <= 768, `${await right.innerText()} ends at ${y + height} px`);
  }
  // Choosing shows what would follow, before anything happens.
  await bob.page.locator('jd-arbiter .right[data-what="A+C"] input').check();
  await bob.sees("f1", "white Bishop");
  await ann.sees("f3", "white Bishop");
  await bob.page.locator("jd-arbiter .do button.main").click();
  await ann.sees("f1", "white Bishop");
  const { state } = await game(table);
  assert.deepEqual(state.moves, ["e1e2"]);
  await ann.page.locator("jd-arbiter .duty").waitFor();
  assert.ok((await ann.page.locator("jd-score td.struck").count()) === 1, "the move taken back is struck on the sheet");
  await ann.play("e1", "e2");
  await bob.sees("e2", "white King");
  await leave();
});

test("a cited clause opens its gist", async () => {
  const { ann, leave } = await players({ code: "bcc-1899" });
  await ann.play("f1", "f3");
  const clause = ann.page.locator("jd-arbiter .ruling jd-clause").first();
  await clause.getByRole("button").click();
  await clause.locator(".pop h3").waitFor();
  assert.match(await clause.locator(".pop a").first().getAttribute("href"), /^\/law\/bcc-1899#/);
  await leave();
});

test("xxv: a check nobody announced is ignored, and nothing follows", async () => {
  const { table, ann, bob, leave } = await players({ code: "xxv", start: "4k3/7p/8/8/8/8/8/R3K3 w - - 0 1" });
  await ann.play("a1", "a8");
  await bob.sees("a8", "white Rook");
  assert.doesNotMatch(await bob.square("e8").getAttribute("aria-label"), /attacked/, "nobody points at a check that was not announced");
  await bob.play("h7", "h6");
  await ann.sees("h6", "black Pawn");
  const { state } = await game(table);
  assert.equal(state.status, "in-play");
  assert.equal(state.turn, "white");
  assert.ok(state.options.white.every((right) => right.act !== "exact"), "no penalty is open");
  assert.equal(await ann.page.locator('jd-arbiter .right[data-act="exact"]').count(), 0);
  await leave();
});

test("xxv: the same check announced has to be met", async () => {
  const { table, ann, bob, leave } = await players({ code: "xxv", start: "4k3/7p/8/8/8/8/8/R3K3 w - - 0 1" });
  await ann.button("“Check”").click();
  await ann.play("a1", "a8");
  await bob.sees("a8", "white Rook");
  const { state, log } = await game(table);
  assert.equal(log.at(-1).act.say, "check");
  assert.ok(!state.moves.includes("h7h6"));
  await bob.hears("saying “check”");
  assert.match(await bob.square("e8").getAttribute("aria-label"), /King attacked/);
  await leave();
});

test("1862: a Pawn is left a Pawn", async () => {
  const { table, ann, bob, leave } = await players({ code: "bca-1862", start: "8/P6k/8/8/8/8/8/7K w - - 0 1" });
  await ann.play("a7", "a8");
  await ann.page.locator("jd-board .kinds button", { hasText: "remains a Pawn" }).click();
  await bob.sees("a8", "white Pawn");
  const { state, log } = await game(table);
  assert.equal(log.at(-1).act.move, "a7a8p");
  assert.equal(state.turn, "black");
  await leave();
});

test("what a Pawn shall become is no longer asked when the game has ended", async () => {
  const { ann, bob, leave } = await players({ code: "bcc-1899", start: "8/P6k/8/8/8/8/8/7K w - - 0 1" });
  await ann.play("a7", "a8");
  const queen = ann.page.locator(".play jd-board").getByRole("button", { name: "Queen" });
  await queen.waitFor();
  await bob.button("Resign…").click();
  await bob.page.locator("jd-acts").getByRole("button", { name: "Resign", exact: true }).click();
  await ann.hears("You have won");
  await queen.waitFor({ state: "detached" });
  await leave();
});

test("1931: the chooser does not offer to leave a Pawn a Pawn", async () => {
  const { ann, bob, leave } = await players({ code: "fide-1931", start: "8/P6k/8/8/8/8/8/7K w - - 0 1" });
  await ann.play("a7", "a8");
  const kinds = ann.page.locator("jd-board .kinds button[data-kind]");
  await kinds.first().waitFor();
  assert.deepEqual(await kinds.evaluateAll((all) => all.map((each) => each.dataset.kind)), ["q", "r", "b", "n"]);
  await kinds.first().click();
  await bob.sees("a8", "white Queen");
  await leave();
});

test("1899: a draw by endless checks is claimed and shown", async () => {
  // The Queen checks on e8 and h5 for ever; without the checks White would lose.
  const { table, ann, bob, leave } = await players({ code: "bcc-1899", start: "6k1/6p1/8/8/8/8/1r4r1/4Q2K w - - 0 1" });
  const { state } = await game(table);
  assert.ok(state.options.white.some((right) => right.ground === "endless-checks"), "the law has it");
  assert.equal(await ann.page.locator("jd-arbiter .right").count(), 0, "and nobody tells her: that is for her to see");
  await ann.button("Claim…").click();
  await ann.page.getByLabel("Ground").selectOption("endless-checks");
  await ann.page.locator("jd-acts [type=submit]").click();
  await bob.hears("The game is drawn");
  await ann.hears("The game is drawn");
  assert.equal((await game(table)).state.status, "drawn");
  // The ruling names the checks and the replies, and the board of either player shows them.
  for (const person of [ann, bob]) {
    await person.hears("check without end: e1–\u2060e8");
    await person.page.locator("jd-board .arrow.choice").first().waitFor();
  }
  await leave();
});

test("adjourned, sealed, the server restarted, resumed, and the seal checked by the browser", async () => {
  const own = await Server.open();
  const { table, ann, bob, leave } = await players({ code: "fide-1931" }, {}, own);
  await ann.play("e2", "e4");
  await bob.sees("e4", "white Pawn");
  await bob.button("Adjourn").click();
  await bob.confirm();
  await bob.page.getByText("Seal your move").waitFor();
  const line = bob.page.locator("jd-typed[action=Seal] input").first();
  await line.fill("Kt-QB3");
  await bob.page.locator("jd-typed[action=Seal] button.main").click();
  await ann.page.locator("jd-envelope").getByText("Black has sealed a move").waitFor();
  const commitment = await ann.page.locator("jd-envelope .hash").first().textContent();
  assert.match(commitment, /^[0-9a-f]{64}$/);
  const seen = await game(table);
  assert.ok(!JSON.stringify(seen).includes("QB3"), "White's side of the record does not hold the sealed move");
  await own.stop();
  await ann.page.getByText("The connection is lost.").waitFor();
  await own.start();
  await ann.page.getByText("The connection is lost.").waitFor({ state: "hidden" });
  // While he is away, to resume without him is another question.
  await ann.page.waitForFunction(() => {
    const { view } = document.querySelector("jd-app").shadowRoot.querySelector("jd-table").live;
    return view.seats.every((seat) => seat.present || !seat.taken);
  });
  await ann.button("Resume").click();
  await ann.sees("c6", "black Knight");
  await bob.sees("c6", "black Knight");
  // She resumed; the move is his.
  await ann.page.locator("[aria-live=assertive]").getByText("Black: Knight b8 to c6.").waitFor();
  await ann.page.locator("jd-envelope").getByText("this is what was sealed").waitFor();
  await leave();
  await own.close();
});

test("odds of the Queen's Rook, and castling without it", async () => {
  const ann = await Person.enter(world, server);
  await ann.go("/new");
  await ann.page.getByRole("radio", { name: /^1899/ }).check({ force: true });
  await ann.page.getByRole("radio", { name: /Both here/ }).check({ force: true });
  await ann.more();
  await ann.page.getByRole("button", { name: "Rook", exact: true }).click();
  await ann.page.getByText("Castling without the Rook").waitFor();
  await ann.button("Begin").click();
  await ann.page.locator("jd-table jd-board").waitFor();
  assert.equal(await ann.man("a1"), "empty");
  for (const [from, to, who] of [
    ["b1", "c3", "white Knight"],
    ["b8", "c6", "black Knight"],
    ["d2", "d4", "white Pawn"],
    ["d7", "d5", "black Pawn"],
    ["c1", "f4", "white Bishop"],
    ["c8", "f5", "black Bishop"],
    ["d1", "d3", "white Queen"],
    ["h7", "h6", "black Pawn"],
  ]) {
    await ann.play(from, to);
    await ann.sees(to, who);
    await ann.settled();
  }
  await ann.play("e1", "c1");
  await ann.sees("c1", "white King");
  assert.equal(await ann.man("d1"), "empty");
  assert.equal(await ann.page.locator("jd-arbiter .ruling").count(), 0, "no ruling: it is lawful");
  await ann.leave();
});

test("by post: a text that can mean two moves, and the opponent adopts one", async () => {
  const { table, ann, bob, leave } = await players({ code: "bcc-1899", mode: "communication" });
  const line = ann.page.locator("jd-typed input").first();
  await line.fill("Kt-B3");
  await ann.page.getByText("It can mean 2 moves").waitFor();
  await ann.page.locator("jd-typed button.main").click();
  await bob.page.locator("jd-arbiter .right").first().waitFor();
  const rights = (await server.get(`/api/games/${table.id}`, table.token)).log.length;
  assert.equal(rights, 1);
  const adopt = bob.page.locator("jd-arbiter .right", { hasText: /c3|QB3|Nc3/ }).first();
  await adopt.locator("input").check();
  await bob.page.locator("jd-arbiter .do button.main").click();
  await ann.sees("c3", "white Knight");
  await leave();
});

test("the umpire is asked, decides, and an onlooker sees it", async () => {
  const { table, ann, bob, leave } = await players({ code: "fide-1931" }, { umpire: true });
  const umpire = await Person.enter(world, server);
  const onlooker = await Person.enter(world, server);
  await umpire.join(table.link("umpire"), "Una");
  await onlooker.join(table.link("onlooker"));
  await ann.play("e2", "e4");
  await onlooker.sees("e4", "white Pawn");
  assert.equal(await onlooker.page.getByRole("button", { name: "Offer a draw" }).count(), 0, "an onlooker has no acts");
  await bob.button("Ask the umpire…").click();
  await bob.page.getByRole("textbox", { name: "Question" }).fill("Was the Pawn let go of on e3 first?");
  await bob.page.locator("jd-acts [type=submit]").click();
  await umpire.hears("Was the Pawn let go of on e3 first?");
  await umpire.hears("Play is suspended");
  // An offer comes to what the other makes of it: two are not the same because both still wait for him; and none is an alarm.
  await ann.right("Offer to withdraw").getByText("Your opponent may accept it or not.").waitFor();
  assert.equal(await ann.page.locator("jd-arbiter").getByText("Comes to the same").count(), 0);
  assert.match(await ann.page.locator("[aria-live=assertive]").first().textContent(), /on e3 first\?” You have/);
  await ann.page.setViewportSize({ width: 390, height: 760 });
  await ann.page.locator(".strip .open.some").waitFor();
  await umpire.button("Decide…").click();
  await umpire.page.getByLabel("Ruling, in words").fill("It was not; play on.");
  await umpire.page.locator("jd-acts [type=submit]").click();
  await onlooker.hears("Black to play");
  assert.equal((await game(table)).state.status, "in-play");
  await umpire.leave();
  await onlooker.leave();
  await leave();
});

test("a connection lost: the face of it, a move kept, and everything there afterwards", async () => {
  const own = await Server.open();
  const { table, ann, bob, leave } = await players({ code: "bcc-1899", guard: true }, {}, own);
  const before = await ann.place(ann.square("d2"));
  await own.stop("SIGKILL");
  await ann.page.getByText("The connection is lost.").waitFor();
  assert.deepEqual(await ann.place(ann.square("d2")), before, "nothing moves under a finger");
  await ann.play("d2", "d4");
  await ann.page.getByText("What you did is kept").waitFor();
  await own.start();
  await bob.sees("d4", "white Pawn");
  await ann.page.getByText("The connection is lost.").waitFor({ state: "hidden" });
  assert.deepEqual((await acts(table)).map((act) => act.move), ["d2d4"]);
  await leave();
  await own.close();
});

test("a connection that died while the telephone slept is noticed when one looks", async () => {
  const { bob, table, leave } = await players({ code: "bcc-1899", guard: true });
  const ann = await Person.enter(world, server);
  const dead = new Set();
  let sockets = 0;
  await ann.page.routeWebSocket(/live/, (socket) => {
    const number = ++sockets;
    const there = socket.connectToServer();
    socket.onMessage((said) => dead.has(number) || there.send(said));
    there.onMessage((said) => dead.has(number) || socket.send(said));
  });
  await ann.sit(table.own);
  await ann.play("e2", "e4");
  await bob.sees("e4", "white Pawn");
  dead.add(1);
  await bob.play("e7", "e5");
  await bob.settled();
  await ann.page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await ann.sees("e5", "black Pawn");
  await ann.page.getByText("The connection is lost.").waitFor({ state: "hidden" });
  // One that is sound is left as it is.
  await ann.page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await ann.page.waitForTimeout(6000);
  assert.equal(sockets, 2);
  await ann.leave();
  await leave();
});

test("guarded: what the law forbids is refused and nothing moves", async () => {
  const { table, ann, leave } = await players({ code: "bcc-1899", guard: true });
  await ann.drag("f1", "f3");
  await ann.page.locator("jd-arbiter .ruling.refused", { hasText: "Refused. The bishop on f1 cannot reach f3" }).waitFor();
  assert.equal(await ann.man("f1"), "white Bishop");
  assert.equal((await game(table)).state.turn, "white");
  await ann.page.setViewportSize({ width: 390, height: 760 });
  await ann.page.locator(".strip").getByText("Refused. The bishop on f1 cannot reach f3").waitFor();
  await leave();
});

test("keyboard alone: a move, and the board turned", async () => {
  const { ann, bob, leave } = await players({ code: "fide-1931", guard: true });
  await ann.square("e2").focus();
  await ann.page.keyboard.press("Enter");
  await ann.page.keyboard.press("ArrowUp");
  await ann.page.keyboard.press("ArrowUp");
  await ann.page.keyboard.press("Enter");
  await bob.sees("e4", "white Pawn");
  await ann.page.keyboard.press("f");
  const first = await ann.page.locator("jd-board [data-square]").first().getAttribute("data-square");
  assert.equal(first, "h1");
  await leave();
});

test("keyboard and ears alone: a whole game, every move heard, to the mate", async () => {
  const table = await server.table({ code: "fide-1931", guard: true }, { opponent: "here" });
  const ann = await Person.enter(world, server);
  await ann.sit(table.own);
  const { keyboard } = ann.page;
  // By the tabulator to the board, as one who sees nothing would come to it.
  await ann.tabTo(/^[a-h][1-8], /);
  for (const [from, to, heard] of [
    ["f2", "f3", /White: .*Pawn/],
    ["e7", "e5", /Black: .*Pawn/],
    ["g2", "g4", /White: .*Pawn/],
    ["d8", "h4", /Black: .*Queen/],
  ]) {
    assert.doesNotMatch(await ann.walkTo(from), /empty/);
    await keyboard.press("Enter");
    assert.match(await ann.walkTo(to), /may be played to/);
    await keyboard.press("Enter");
    await ann.settled();
    await ann.page.locator('jd-table [aria-live="assertive"]', { hasText: heard }).waitFor({ state: "attached" });
  }
  await ann.hears("Black has won");
  await ann.leave();
});

test("keyboard alone: a penalty looked at and exacted, then resigning; nobody loses his place with the button he used", async () => {
  const { ann, bob, leave } = await players({ code: "bcc-1896" });
  const { keyboard } = bob.page;
  await ann.play("f1", "f3");
  await bob.sees("f3", "white Bishop");
  await bob.page.locator("jd-arbiter .right input").first().focus();
  await keyboard.press("Space");
  await bob.sees("f1", "white Bishop");
  await keyboard.press("ArrowDown");
  await bob.page.locator("jd-arbiter .right.chosen").nth(0).waitFor();
  // Past the clauses, which can be opened on the way, to the button.
  await bob.tabTo("Do this");
  await keyboard.press("Enter");
  await ann.page.locator("jd-arbiter .ruling").first().waitFor();
  await ann.sees("f1", "white Bishop");
  await bob.page.waitForFunction(() => document.activeElement !== document.body);
  assert.match(await bob.focused(), /^[a-h][1-8], /, "at the board");
  await bob.tabTo("Resign…");
  await keyboard.press("Enter");
  await bob.tabTo("Resign");
  await keyboard.press("Enter");
  await bob.page.locator("jd-over").waitFor();
  await bob.page.waitForFunction(() => document.activeElement !== document.body);
  await keyboard.press("Tab");
  assert.match(await bob.page.evaluate(() => document.querySelector("jd-app").shadowRoot.querySelector("jd-table").shadowRoot.activeElement?.localName ?? ""), /^jd-over$/, "at the card");
  await bob.tabTo("Rematch");
  await leave();
});

test("a listener hears moves and rulings, and every square says what stands on it", async () => {
  const { ann, bob, leave } = await players({ code: "bcc-1899" });
  await ann.play("e2", "e4");
  await bob.page.locator('jd-table [aria-live="assertive"]', { hasText: "White: Pawn on King" }).waitFor({ state: "attached" });
  await bob.play("f8", "f3");
  await ann.page.locator('jd-arbiter [aria-live="polite"]', { hasText: "illegal move" }).waitFor();
  await ann.page.locator('jd-table [aria-live="assertive"]', { hasText: /You have \d+ choices\.$/ }).waitFor({ state: "attached" });
  const labels = await ann.page.locator("jd-table .play jd-board [role=gridcell]").evaluateAll((all) => all.map((each) => each.getAttribute("aria-label")));
  assert.equal(labels.length, 64);
  assert.ok(labels.includes("e1, white King"));
  assert.ok(labels.every((label) => /^[a-h][1-8], /.test(label)));
  await leave();
});

test("a listener hears what a touch binds him to, and the other too", async () => {
  const { ann, bob, leave } = await players({ code: "bca-1862", start: "6k1/6p1/8/8/8/8/5PPP/6KR w - - 0 1" });
  await ann.tap("h1");
  const hears = (person, words) => person.page.locator('jd-table [aria-live="assertive"]', { hasText: words }).waitFor({ state: "attached" });
  await hears(ann, "You touch h1. You must move your King");
  await hears(bob, "White touches h1. White must move his King");
  await leave();
});

test("one act is one round trip, and with reduced motion nothing moves by itself", async () => {
  const { ann, bob, leave } = await players({ code: "fide-1931", guard: true });
  const asked = [];
  ann.page.on("request", (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
  let heard = 0;
  const cdp = await ann.context.newCDPSession(ann.page);
  await cdp.send("Network.enable");
  cdp.on("Network.webSocketFrameReceived", ({ response }) => (heard += response.payloadData.length));
  const answer = ann.page.waitForResponse("**/acts");
  await ann.play("e2", "e4");
  await ann.settled();
  const answered = (await (await answer).body()).length;
  await bob.sees("e4", "white Pawn");
  const own = asked.filter((each) => each.includes("/api/"));
  assert.equal(own.length, 1, asked.join(", "));
  assert.match(own[0], /^POST .*\/acts$/);
  assert.equal(heard, 0, "what one has done oneself is not told a second time");
  assert.ok(answered > 100 && answered < 2048, `${answered} bytes`);
  assert.equal(await bob.page.evaluate(() => document.getAnimations().length), 0);
  await leave();
});

for (const header of [{ code: "bcc-1899" }, { code: "fide-2023", time_control: { periods: [{ seconds: 300, increment: 3 }] } }])
  test(`${header.code}: an ordinary act is one request, and with its answer and all that goes before them under 2 kB`, async () => {
    const made = await server.table(header);
    const bob = await server.post(`/api/invitations/${made.link("black").split("#")[1]}/accept`, { name: "Bob", token: "b".repeat(40) });
    const wire = await Wire.before(server);
    const ann = await Person.enter(world, wire);
    await ann.sit(made.own);
    const each = [];
    for (const [own, reply] of [["e2e4", "e7e5"], ["g1f3", "b8c6"], ["f1c4", "g8f6"], ["d2d3", "f8c5"], ["b1c3", "d7d6"]]) {
      await ann.rested();
      for (const act of [() => ann.tap(own.slice(0, 2)), () => ann.tap(own.slice(2)), ...(header.time_control ? [() => ann.button("Press the clock").click()] : [])]) {
        wire.again();
        await act();
        await ann.settled();
        await ann.rested();
        each.push({ bytes: wire.bytes, asked: wire.asked });
      }
      for (const act of [{ by: "black", act: "move", move: reply }, ...(header.time_control ? [{ by: "black", act: "press" }] : [])]) {
        const { seq } = await server.get(`/api/games/${made.id}`, made.token);
        await server.post(`/api/games/${made.id}/acts`, { expected_seq: seq, key: `b${seq}`, act }, bob.token);
      }
      await ann.sees(reply.slice(0, 2), "empty");
    }
    // The browser asks once, of its own accord, whether the page's icon is still the same.
    const counted = each.filter(({ asked }) => !asked.some((request) => request.includes("/favicon.svg")));
    assert.ok(counted.length >= each.length - 1);
    const told = counted.map(({ bytes, asked }) => `${bytes} (${asked.join(", ")})`).join("\n");
    assert.ok(counted.every(({ asked }) => asked.length === 1 && /^POST .*\/acts /.test(asked[0])), told);
    assert.ok(counted.every(({ bytes }) => bytes > 500 && bytes < 2000), told);
    await ann.leave();
    wire.close();
  });

test("the umpire sees what is open to each player, and it stays theirs", async () => {
  const { table, ann, leave } = await players({ code: "bcc-1899" }, { umpire: true });
  const umpire = await Person.enter(world, server);
  await umpire.join(table.link("umpire"), "Una");
  await ann.play("f1", "f3");
  await umpire.page.locator("jd-arbiter summary", { hasText: "Open to Black" }).click();
  await umpire.page.locator("jd-arbiter .theirs li").first().waitFor();
  assert.equal(await umpire.page.locator("jd-arbiter .right[data-act=exact]").count(), 0);
  await umpire.leave();
  await leave();
});

test("written notation, with its reading", async () => {
  const { ann, bob, leave } = await players({ code: "bcc-1899" });
  await ann.page.locator("jd-typed input").first().fill("P-K4");
  await ann.page.locator("jd-typed").getByText("Reads as").waitFor();
  await ann.page.keyboard.press("Enter");
  await bob.sees("e4", "white Pawn");
  await ann.page.getByRole("button", { name: /descriptive notation/ }).click();
  await ann.page.locator("jd-score").getByText("P-K4").first().waitFor();
  await leave();
});

test("keeping hold: another square may be chosen before letting go", async () => {
  const { table, ann, bob, leave } = await players({ code: "bcc-1899" });
  await ann.button("Keep hold").click();
  await ann.drag("g1", "h3");
  await Promise.all([ann, bob].map((person) => person.sees("h3", "white Knight")));
  await ann.drag("h3", "f3");
  await bob.sees("f3", "white Knight");
  await ann.button("Let go").click();
  await bob.hears("Your turn");
  assert.deepEqual((await acts(table)).map((act) => act.act), ["lift", "place", "place", "quit"]);
  await leave();
});

test("any earlier position can be looked at, and the record taken home", async () => {
  const { ann, bob, leave } = await players({ code: "fide-1931", guard: true });
  await ann.play("e2", "e4");
  await bob.sees("e4", "white Pawn");
  await bob.play("c7", "c5");
  await ann.sees("c5", "black Pawn");
  await ann.page.locator("jd-score td.move button").first().click();
  await ann.sees("c5", "empty");
  await ann.button("Back to the present").click();
  await ann.sees("c5", "black Pawn");
  const [download] = await Promise.all([ann.page.waitForEvent("download"), ann.button("Record").click()]);
  assert.match(download.suggestedFilename(), /\.jsonl$/);
  await leave();
});

test("who looks back is told at the board what he has missed, that he may choose and could lose it, and finds the way back", async () => {
  for (const [viewport, notice, alarm] of [
    [{ width: 1366, height: 768 }, ".back", ".back.bad"],
    [{ width: 360, height: 640 }, ".strip", ".strip.rights"],
  ]) {
    const { ann, bob, leave } = await players({ code: "bcc-1899" });
    await ann.page.setViewportSize(viewport);
    const said = ann.page.locator(`jd-table ${notice}`);
    const back = ann.page.getByRole("button", { name: /Back to the present/ });
    await ann.play("e2", "e4");
    await bob.sees("e4", "white Pawn");
    await ann.page.evaluate(() => scrollTo(0, 0));
    await ann.page.keyboard.press("ArrowLeft");
    await said.getByText("An earlier position").waitFor();
    assert.doesNotMatch(await said.innerText(), /Meanwhile|choice/, "nothing has happened yet");
    assert.equal(await ann.page.evaluate(() => scrollY), 0, "the score moves on its sheet, and not the page");
    await bob.tap("e7");
    await said.getByText("Meanwhile: Black touches e7.").waitFor();
    await bob.tap("e5");
    await said.getByText("Meanwhile: Black played e5.").waitFor();
    await ann.sees("e7", "black Pawn");
    await back.click();
    assert.equal(await back.count(), 0);
    await ann.play("g1", "f3");
    await bob.sees("f3", "white Knight");
    await ann.page.evaluate(() => scrollTo(0, 0));
    await ann.page.keyboard.press("ArrowLeft");
    await bob.play("f8", "f6");
    await ann.page.locator(`jd-table ${alarm}`).getByText(/You have \d+ choices now, and may lose them/).waitFor();
    if (viewport.width < 900) await ann.page.locator(".risen").getByRole("button", { name: "Close" }).click();
    const { y, height } = await ann.place(back);
    assert.ok(y > 0 && y + height <= viewport.height, `in sight at ${viewport.width} px`);
    await back.click();
    await ann.sees("f6", "black Bishop");
    await leave();
  }
});

test("the move looked at can be read on the sheet, also one that was taken back", async () => {
  const { ann, bob, leave } = await players({ code: "bcc-1899" });
  await ann.play("f1", "f3");
  await bob.exact("The position at the start of the turn is restored");
  await ann.sees("f1", "white Bishop");
  await ann.play("e2", "e4");
  await bob.sees("e4", "white Pawn");
  await ann.page.locator("jd-score td.struck button").click();
  const looked = ann.page.locator('jd-score td.struck button[aria-current="true"]');
  await looked.waitFor();
  const [colour, meant] = await looked.evaluate((at) => {
    const probe = at.parentElement.appendChild(document.createElement("i"));
    probe.style.color = "var(--on-baize)";
    const seen = [at, probe].map((each) => getComputedStyle(each).color);
    probe.remove();
    return seen;
  });
  assert.equal(colour, meant);
  await leave();
});

test("looking back step by step: the buttons are at the board, and stay under the finger", async () => {
  const { ann, bob, leave } = await players({ code: "bcc-1899" });
  await ann.play("e2", "e4");
  await bob.sees("e4", "white Pawn");
  await bob.play("e7", "e5");
  await ann.sees("e5", "black Pawn");
  for (const viewport of [{ width: 390, height: 844 }, { width: 820, height: 1180 }, { width: 1024, height: 768 }, { width: 1366, height: 768 }]) {
    await ann.page.setViewportSize(viewport);
    await ann.page.evaluate(() => scrollTo(0, 0));
    const before = await ann.place(ann.button("One back"));
    assert.ok(before.y + before.height <= viewport.height, `without scrolling at ${viewport.width} px`);
    await ann.button("One back").click();
    await ann.page.getByText("An earlier position").waitFor();
    const { y } = await ann.place(ann.button("One back"));
    assert.ok(Math.abs(y - before.y) <= 4, `${y - before.y} px at ${viewport.width} px`);
    await ann.button("Present").click();
  }
  await leave();
});

test("blindfold: no board reaches the players, and the score goes on", async () => {
  const { ann, bob, leave } = await players({ code: "bcc-1899", mode: "communication" }, { blindfold: ["white", "black"] });
  assert.equal(await ann.page.locator("jd-table .board jd-board").count(), 0);
  await ann.page.locator("jd-typed input").first().fill("P-K4");
  await ann.page.locator("jd-typed button.main").click();
  await bob.page.locator("jd-score td.move button").first().waitFor();
  await bob.hears("Your turn");
  assert.equal(await bob.page.locator("jd-table .board jd-board").count(), 0);
  await leave();
  // Over the board he alone has nothing to press, and is not told to.
  const table = await server.table({ code: "bcc-1899" }, { blindfold: ["black"] });
  const blind = await Person.enter(world, server);
  await blind.join(table.link("black"), "Bob");
  await blind.hears("The game may begin.");
  assert.equal(await blind.button("I adjust").count(), 0);
  assert.equal(await blind.button("Keep hold").count(), 0);
  await blind.leave();
});

test("by post: a conditional line is played when the reply comes", async () => {
  const { ann, bob, leave } = await players({ code: "bcc-1899", mode: "communication" });
  await ann.page.locator("jd-typed input").first().fill("P-K4");
  await ann.page.getByRole("button", { name: "+ add a conditional line" }).click();
  await ann.page.getByLabel("Assumed reply 1").fill("P-K4");
  await ann.page.getByLabel("Your move after it, 1").fill("Kt-KB3");
  await ann.page.locator("jd-typed button.main").click();
  await bob.sees("e4", "white Pawn");
  await bob.page.locator("jd-typed input").first().fill("P-K4");
  await bob.page.locator("jd-typed button.main").click();
  await ann.sees("f3", "white Knight");
  await bob.hears("Your turn");
  await ann.page.locator("[aria-live=assertive]").getByText(/^Black: Pawn .*\. You: Knight .*\.$/).waitFor();
  await leave();
});

test("a draw offered is a right to accept, and then the game is over", async () => {
  const { table, ann, bob, leave } = await players({ code: "bcc-1899" });
  await ann.play("e2", "e4");
  await bob.sees("e4", "white Pawn");
  await ann.settled();
  const { seq } = await game(table);
  await ann.button("Offer a draw").click();
  assert.equal((await game(table)).seq, seq, "it is asked first");
  await ann.confirm();
  await ann.hears("You offer a draw");
  await bob.hears("White offers a draw");
  assert.equal(await bob.page.getByText("do not let it be accepted yet").count(), 0);
  await bob.page.locator('jd-arbiter .right[data-act="accept"] input').check();
  await bob.page.locator("jd-arbiter .do button.main").click();
  await ann.hears("The game is drawn");
  assert.equal((await game(table)).state.status, "drawn");
  assert.equal(await ann.page.getByRole("button", { name: "Resign…" }).count(), 0);
  await leave();
});

test("1931: a draw offered too early can only be declined, and it is said why", async () => {
  const { ann, bob, leave } = await players({ code: "fide-1931" });
  await ann.play("e2", "e4");
  await ann.settled();
  await ann.button("Offer a draw").click();
  await ann.confirm();
  await bob.page.locator("jd-arbiter .rights").getByText("do not let it be accepted yet").waitFor();
  assert.equal(await bob.page.locator('jd-arbiter .right[data-act="accept"]').count(), 0);
  await leave();
});

test("2023: a man moved unlawfully is moved on from where it stands, to where it may go", async () => {
  const { table, ann, bob, leave } = await players({ code: "fide-2023", time_control: { periods: [{ seconds: 300, increment: 3 }] } });
  await ann.play("e2", "e4");
  await ann.button("Press the clock").click();
  await bob.sees("e4", "white Pawn");
  await bob.play("e7", "e5");
  await bob.button("Press the clock").click();
  await ann.sees("e5", "black Pawn");
  await ann.play("f1", "f3");
  await ann.settled();
  await ann.play("f3", "e2");
  await bob.sees("e2", "white Bishop");
  assert.equal((await game(table)).log.at(-1).record.uci, "f1e2");
  await leave();
});

test("resigning asks first", async () => {
  const { table, ann, bob, leave } = await players({ code: "fide-1931" });
  await ann.button("Resign…").click();
  assert.equal((await game(table)).seq, 0);
  await ann.page.locator("jd-acts").getByRole("button", { name: "Resign", exact: true }).click();
  await bob.hears("You have won");
  await leave();
});

test("talk: the table hears the players, and no onlooker's word reaches them", async () => {
  const { table, ann, bob, leave } = await players({ code: "fide-1931" });
  const onlooker = await Person.enter(world, server);
  await onlooker.join(table.link("onlooker"));
  for (const person of [ann, bob, onlooker]) await person.page.locator("details.fold summary", { hasText: "Talk" }).click();
  await ann.page.getByPlaceholder("Say something").fill("Good evening.");
  await ann.button("Say").click();
  await bob.page.getByText("Good evening.").waitFor();
  await onlooker.button("Onlookers").click();
  await onlooker.page.getByLabel(/Say something/).fill("Take the Pawn!");
  await onlooker.button("Say").click();
  await onlooker.page.getByText("Take the Pawn!").waitFor();
  await ann.page.getByPlaceholder("Say something").fill("Your move.");
  await ann.button("Say").click();
  await bob.page.getByText("Your move.").waitFor();
  assert.equal(await bob.page.getByText("Take the Pawn!").count(), 0);
  await onlooker.leave();
  await leave();
});

test("a clock runs for him whose turn it is", async () => {
  const { ann, bob, leave } = await players({ code: "fide-1931", time_limit: { by: [{ moves: 30, seconds: 7200 }] } });
  await ann.play("e2", "e4");
  await bob.sees("e4", "white Pawn");
  await ann.page.getByRole("timer", { name: /Black’s clock: .* left, running/ }).waitFor();
  await bob.play("e7", "e5");
  await ann.page.getByRole("timer", { name: /White’s clock: .* left, running/ }).waitFor();
  await leave();
});

test("a match of two: the next game is one press away, in the same seats", async () => {
  const ann = await Person.enter(world, server);
  await ann.go("/new");
  await ann.more();
  await ann.page.locator("summary", { hasText: "The room" }).click();
  await ann.page.getByLabel("Games", { exact: true }).selectOption("2");
  await ann.button("Begin").click();
  await ann.page.locator("jd-table jd-board").waitFor();
  const link = new URL(await ann.page.locator('input[data-party="black"]').inputValue());
  const bob = await Person.enter(world, server);
  await bob.join(link.pathname + link.hash, "Bob");
  const first = ann.page.url();
  await ann.button("Resign…").click();
  await ann.page.locator("jd-acts").getByRole("button", { name: "Resign", exact: true }).click();
  await bob.hears("You have won");
  await bob.button("Next game of the match").click();
  await bob.page.waitForURL((url) => url.href !== first);
  await ann.page.getByRole("link", { name: "To the next game" }).click();
  await ann.page.waitForURL((url) => url.href !== first);
  await ann.hears(/to play|Your turn/);
  await bob.hears(/to play|Your turn/);
  assert.ok((await ann.page.getByText("you", { exact: true }).count()) === 1, "Ann has a seat in it");
  await ann.leave();
  await bob.leave();
});

test("a record taken home can be brought back", async () => {
  const { table, ann, leave } = await players({ code: "bcc-1899" });
  await ann.play("e2", "e4");
  await ann.settled();
  const response = await fetch(`${server.base}/api/games/${table.id}/record`, { headers: { Authorization: `Bearer ${table.token}` } });
  const record = Buffer.from(await response.arrayBuffer());
  const cy = await Person.enter(world, server);
  await cy.go("/new");
  await cy.more();
  await cy.page.locator("summary", { hasText: "Another beginning" }).click();
  await cy.page.getByLabel("Go on from a record").setInputFiles({ name: "game.jsonl", mimeType: "application/jsonl", buffer: record });
  await cy.sees("e4", "white Pawn");
  await cy.leave();
  await leave();
});
