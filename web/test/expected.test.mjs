// Is the page right in the small things, quiet where nothing is wrong, and does it do what players expect of any board?
import assert from "node:assert/strict";
import { resolve } from "node:path";
import { incidents } from "../incidents.mjs";
import { Person, room, Server, test } from "./room.mjs";

const PHONE = { viewport: { width: 390, height: 760 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
const HOUR = { by: [{ moves: 20, seconds: 3600 }], then: { moves: 20, seconds: 3600 } };
const { server, world } = await room(Server.open("--engine", resolve("test/engine.mjs")));

async function players(header, more, options) {
  const table = await server.table(header, more);
  const [ann, bob] = await Promise.all([Person.enter(world, server, options), Person.enter(world, server, options)]);
  await Promise.all([ann.sit(table.own), bob.join(table.link("black"), "Bob")]);
  return { table, ann, bob, leave: () => Promise.all([ann.leave(), bob.leave()]) };
}

const game = (table) => server.get(`/api/games/${table.id}`, table.token);
const acts = async (table) => (await game(table)).log.map((entry) => entry.act.act);

test("an invitation: its terms in full, one's own never takes one's seat, and a second in the same tab is its own", async () => {
  const terms = { code: "bcc-1899", time_limit: HOUR, odds: { giver: "white", men: ["knight"] }, undertakings: [{ by: "white", mate: { with: "f2" } }] };
  const first = await server.table(terms);
  const second = await server.table({ code: "xxv" });
  const ann = await Person.enter(world, server);
  await ann.sit(first.own);
  const seat = () => ann.page.evaluate((id) => localStorage.getItem(`jadoube.seat.${id}`), first.id);
  const before = await seat();
  await ann.go(first.link("black"));
  await ann.page.getByText("You already have a seat at this table").waitFor();
  assert.equal(await ann.page.getByRole("button", { name: "Sit down" }).count(), 0);
  for (const text of ["gives the Queen’s Knight", "undertakes to mate with the man that begins on f2", "20 moves in an hour"]) await ann.page.locator("jd-terms").getByText(text).waitFor();
  assert.equal(await seat(), before);
  await ann.page.evaluate((link) => (location.hash = link.split("#")[1]), second.link("black"));
  await ann.page.locator("jd-join").getByText("Twenty-five Laws").first().waitFor();
  await ann.button("Sit down").waitFor();
  await ann.leave();
});

test("a seat's link that was copied wrong takes nobody's seat away, and says that it leads to none", async () => {
  const table = await server.table({ code: "fide-1931" });
  const wrong = `${table.own.split("#")[0]}#seat=${"x".repeat(43)}`;
  const ann = await Person.enter(world, server);
  await ann.sit(table.own);
  await ann.page.close();
  await ann.sheet();
  await ann.sit(wrong);
  await ann.play("e2", "e4");
  await ann.settled();
  assert.deepEqual(await acts(table), ["touch", "move"]);
  const bob = await Person.enter(world, server);
  await bob.go(wrong);
  await bob.page.getByText("This token has no seat at this game.").waitFor();
  await Promise.all([ann.leave(), bob.leave()]);
});

test("an invitation that is taken says so, to all but him whose answer was lost on the way", async () => {
  const table = await server.table({ code: "xxv" });
  const link = table.link("black");
  const bob = await Person.enter(world, server);
  // The server takes him at his word, and he never hears of it.
  await bob.page.route("**/accept", async (route) => {
    await route.fetch();
    await route.abort();
  }, { times: 1 });
  await bob.go(link);
  await bob.page.getByRole("heading", { name: "Ann invites you to play Black" }).waitFor();
  await bob.page.getByLabel("Your name, if you like").fill("Bob");
  await bob.button("Sit down").click();
  await bob.page.getByText("The server cannot be reached").waitFor();
  const carl = await Person.enter(world, server);
  await carl.go(link);
  await carl.page.getByText("This seat is taken").waitFor();
  assert.equal(await carl.button("Sit down").count(), 0);
  await bob.page.reload();
  await bob.button("Sit down").click();
  await bob.hears("White to play");
  await bob.leave();
  await carl.leave();
});

test("a King set down on his own Rook castles where that is lawful, and does not where it is not", async () => {
  const table = await server.table({ code: "bcc-1899", start: "4k3/8/8/8/8/8/8/R3K2R w K - 0 1" }, { opponent: "here" });
  const ann = await Person.enter(world, server);
  await ann.sit(table.own);
  await ann.drag("e1", "h1");
  await ann.sees("g1", "white King");
  await ann.sees("f1", "white Rook");
  await ann.settled();
  assert.equal((await game(table)).log.at(-1).record.uci, "e1g1");
  await ann.leave();
});

test("no clock runs before play does, both see one clock, and short of time is not the same as running", async () => {
  const table = await server.table({ code: "fide-1931", guard: true, time_limit: { by: [{ moves: 40, seconds: 50 }] } });
  const ann = await Person.enter(world, server);
  await ann.sit(table.own);
  const faces = (person) => person.page.locator("jd-clock .face").evaluateAll((all) => all.map((each) => [each.className.trim().split(/\s+/).sort().join(" "), Number.parseFloat(each.textContent.match(/:(\d+)/)[1])]));
  await ann.page.waitForTimeout(1200);
  assert.deepEqual(await faces(ann), [["face short", 50], ["face short", 50]], "nothing runs in an empty room");
  const bob = await Person.enter(world, server);
  await bob.join(table.link("black"), "Bob");
  await ann.page.locator("jd-clock .face.running").waitFor();
  await bob.page.locator("jd-clock .face.running").waitFor();
  const [his, hers] = await Promise.all([faces(bob), faces(ann)]);
  assert.deepEqual(his.map(([look]) => look).sort(), ["face running short", "face short"]);
  const running = (all) => all.find(([look]) => look.includes("running"))[1];
  assert.ok(Math.abs(running(his) - running(hers)) <= 2, `${running(his)} and ${running(hers)}`);
  await ann.leave();
  await bob.leave();
});

test("quiet: a touch and its move leave no mark, a refused act is only tried, and it is you who did it", async () => {
  const { table, ann, bob, leave } = await players({ code: "bca-1862" });
  await ann.play("g1", "f3");
  await bob.sees("f3", "white Knight");
  await ann.settled();
  assert.deepEqual(await acts(table), ["touch", "move"]);
  for (const person of [ann, bob]) {
    assert.equal(await person.page.locator("jd-score .margin button").count(), 0);
    assert.equal(await person.page.locator("jd-arbiter .ruling").count(), 0);
  }
  await bob.hears("Your turn");
  await bob.play("e7", "e4");
  await bob.hears("You have");
  await bob.page.locator("jd-arbiter .pending").getByText("may now choose").waitFor();
  await ann.hears("Black has");
  await leave();
  const guarded = await players({ code: "bcc-1899", guard: true });
  await guarded.ann.drag("f1", "f3");
  await guarded.ann.hears("You try: f1–\u2060f3");
  for (const person of [guarded.ann, guarded.bob]) assert.match(await person.page.locator("jd-score .remark").textContent(), /White tries: f1–\u2060f3/);
  await guarded.leave();
});

test("xxv: a check given in silence is betrayed to nobody, by ruling, mark or score", async () => {
  const { ann, bob, leave } = await players({ code: "xxv", start: "4k3/7p/8/8/8/8/8/R3K3 w - - 0 1" });
  await ann.play("a1", "a8");
  await bob.sees("a8", "white Rook");
  await bob.hears("Your turn");
  const told = await bob.page.locator("jd-table").evaluate((table) => [...table.shadowRoot.querySelectorAll("jd-arbiter, jd-score, [aria-live]")].map((each) => (each.shadowRoot ?? each).textContent).join(" "));
  assert.doesNotMatch(told.replace(/“Check”|In check/g, ""), /check|Ra8\+/i);
  assert.match(told, /Ra8/);
  await ann.hears("without announcing");
  await leave();
});

test("promotion while keeping hold: the Pawn becomes what he says, and is let go", async () => {
  const table = await server.table({ code: "bcc-1899", start: "8/P6k/8/8/8/8/8/7K w - - 0 1" }, { opponent: "here" });
  const ann = await Person.enter(world, server);
  await ann.sit(table.own);
  await ann.button("Keep hold").click();
  await ann.drag("a7", "a8");
  await ann.page.locator('jd-board .kinds button[data-kind="q"]').click();
  await ann.sees("a8", "white Queen");
  await ann.settled();
  if (await ann.button("Let go").count()) await ann.button("Let go").click();
  await ann.hears("Black to play");
  await ann.leave();
});

test("a man in the hand stays there when the page is loaded anew, and what a Pawn becomes is asked again", async () => {
  const table = await server.table({ code: "fide-2023", clock: false, start: "4k3/P7/8/8/8/8/8/4K2R w K - 0 1" }, { opponent: "here" });
  const ann = await Person.enter(world, server);
  await ann.sit(table.own);
  await ann.button("Keep hold").click();
  await ann.tap("a7");
  await ann.settled();
  await ann.page.reload();
  await ann.button("Let go").waitFor();
  await ann.tap("a8");
  await ann.settled();
  await ann.page.reload();
  await ann.page.getByRole("button", { name: "Knight" }).first().click();
  await ann.settled();
  await ann.button("Let go").click();
  await ann.sees("a8", "white Knight");
  await ann.settled();
  assert.deepEqual(await acts(table), ["lift", "place", "promote", "quit"]);
  await ann.page.reload();
  await ann.button("Keep hold").waitFor();
  await ann.leave();
});

test("by post: drags write the move, the day of the reply is named, conditional lines stand in sight and on the sheet", async () => {
  const { table, ann, bob, leave } = await players({ code: "bcc-1899", mode: "communication" }, { days_per_move: 3 });
  const line = ann.page.locator("jd-typed input").first();
  await ann.drag("e2", "e4");
  await ann.page.locator("jd-typed").getByText("Reads as").waitFor();
  assert.equal(await line.inputValue(), "e2e4");
  await ann.page.getByRole("button", { name: "+ add a conditional line" }).click();
  await ann.page.getByLabel("Assumed reply 1").fill("P-K4");
  await ann.page.getByLabel("Your move after it, 1").fill("Kt-KB3");
  await ann.page.locator("jd-typed button.main").click();
  await bob.sees("e4", "white Pawn");
  await bob.page.getByText(/reply due \w+day/).first().waitFor();
  await ann.page.locator(".given").getByText("if P-K4, then Kt-KB3").waitFor();
  assert.equal(await ann.page.locator("jd-score .margin button, jd-arbiter .ruling").count(), 0, "a letter that was understood is no news");
  await bob.page.locator("jd-typed input").first().fill("P-K4");
  await bob.page.locator("jd-typed button.main").click();
  await ann.sees("f3", "white Knight");
  await bob.hears("Your turn");
  await bob.page.locator("jd-typed input").first().fill("Kt-QB3");
  await bob.page.locator("jd-typed button.main").click();
  await ann.sees("c6", "black Knight");
  const sheet = await ann.page.locator("jd-score td.move").allTextContents();
  assert.deepEqual(sheet.map((text) => text.trim()), ["e4", "e5", "Nf3", "Nc6"]);
  assert.equal((await game(table)).log.length, 3);
  await leave();
});

test("by post: on a low screen the line is read back, and all is turned and paged, without scrolling", async () => {
  const table = await server.table({ code: "bcc-1899", mode: "communication" }, { opponent: "here", days_per_move: 3 });
  const ann = await Person.enter(world, server, { viewport: { width: 1366, height: 768 } });
  await ann.sit(table.own);
  await ann.drag("g1", "f3");
  await ann.page.getByText("Reads as").waitFor();
  for (const each of [ann.page.getByText("Reads as"), ann.button("Send"), ann.page.getByText("add a conditional line"), ann.button("Turn the board")]) {
    const { y, height } = await ann.place(each);
    assert.ok(y + height <= 768, `${await each.innerText()} ends at ${y + height} px`);
  }
  await ann.leave();
});

test("a score written in another way shows its end, as before", async () => {
  const table = await server.table({ code: "bcc-1899" }, { opponent: "here" });
  const moves = "e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1g1 f6e4 d2d4 e4d6 b5c6 d7c6 d4e5 d6f5 d1d8 e8d8 b1c3 d8e8 h2h3 h7h5";
  for (const [seq, move] of moves.split(" ").entries()) {
    await server.post(`/api/games/${table.id}/acts`, { expected_seq: seq, key: `k${seq}`, act: { by: seq % 2 ? "black" : "white", act: "move", move } }, table.token);
  }
  const ann = await Person.enter(world, server);
  await ann.sit(table.own);
  await ann.page.locator("jd-score").getByRole("button", { name: "Full" }).click();
  const last = ann.page.locator("jd-score td.move button").last();
  await last.getByText("King’s Rook’s fourth square").waitFor();
  const [line, sheet] = await Promise.all([ann.place(last), ann.place(ann.page.locator("jd-score .sheet"))]);
  assert.ok(line.y + line.height <= sheet.y + sheet.height, "the last move is in sight");
  await ann.leave();
});

test("a move on the sheet is not broken in two at its hyphen, its letters at twice the size too", async () => {
  const table = await server.table({ code: "bcc-1899" }, { opponent: "here" });
  for (const [seq, move] of "g1f3 b8c6 f3h4 c6b4".split(" ").entries()) {
    await server.post(`/api/games/${table.id}/acts`, { expected_seq: seq, key: `k${seq}`, act: { by: seq % 2 ? "black" : "white", act: "move", move } }, table.token);
  }
  const ann = await Person.enter(world, server, { viewport: { width: 360, height: 740 } });
  await ann.sit(table.own);
  await ann.page.locator("jd-score").getByRole("button", { name: /descriptive/ }).click();
  await ann.page.evaluate(() => (document.documentElement.style.fontSize = "240%"));
  const lines = await ann.page.locator("jd-score td.move button").evaluateAll((moves) =>
    moves.map((move) => {
      const range = document.createRange();
      range.selectNodeContents(move);
      return [move.textContent.trim(), new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top))).size];
    }),
  );
  assert.deepEqual(lines, [["Kt-KB3", 1], ["Kt-QB3", 1], ["Kt-R4", 1], ["Kt-Kt5", 1]]);
  await ann.leave();
});

test("resuming in the other's absence is another act than resuming with him", async () => {
  const { table, ann, bob } = await players({ code: "fide-1931" });
  await ann.play("e2", "e4");
  await bob.sees("e4", "white Pawn");
  await bob.button("Adjourn").click();
  await bob.confirm();
  await bob.page.locator("jd-typed[action=Seal] input").first().fill("P-K4");
  await bob.page.locator("jd-typed[action=Seal] button.main").click();
  await ann.page.locator("jd-envelope").getByText("Black has sealed a move").waitFor();
  await bob.leave();
  await ann.page.getByText("not here").first().waitFor();
  await ann.button("Resume").click();
  await ann.page.getByText("Bob is not here").waitFor();
  await ann.confirm();
  await ann.settled();
  assert.deepEqual((await game(table)).log.at(-1).act.absent, ["black"]);
  await ann.leave();
});

test("a match says which game it is and how it stands, and ends without a dead button", async () => {
  const made = await server.post("/api/matches", { header: { code: "fide-1931" }, games: 2, side: "white", name: "Ann" });
  const ann = await Person.enter(world, server);
  const bob = await Person.enter(world, server);
  await ann.sit(made.link);
  await bob.join(made.invitations.find((each) => each.party === "black").link, "Bob");
  await ann.page.getByText("game 1 of 2; Ann 0, Bob 0").waitFor();
  const resign = async (person) => {
    await person.button("Resign…").click();
    await person.page.locator("jd-acts").getByRole("button", { name: "Resign", exact: true }).click();
  };
  await resign(ann);
  await ann.page.locator(".over").getByText("You have lost").waitFor();
  await ann.button("Next game of the match").click();
  await ann.page.getByText("game 2 of 2; Ann 0, Bob 1").waitFor();
  await bob.page.getByRole("link", { name: "To the next game" }).click();
  await bob.page.getByText("game 2 of 2").waitFor();
  // He who looks at the first game meanwhile is not told that the match is over.
  await ann.page.goBack();
  await ann.page.getByText("game 1 of 2; Ann 0, Bob 1").waitFor();
  assert.equal(await ann.page.getByText("The match is over").count(), 0);
  await ann.page.getByRole("link", { name: "To the next game" }).click();
  await ann.page.getByText("game 2 of 2").waitFor();
  await resign(bob);
  await ann.page.getByText("The match is over: Ann 1, Bob 1.").waitFor();
  assert.equal(await ann.button("Next game of the match").count(), 0);
  await ann.leave();
  await bob.leave();
});

test("on a telephone: the arbiter at the board's edge, rights that rise, one question before they lapse, and a message seen", async () => {
  const { table, ann, bob, leave } = await players({ code: "bcc-1899" }, {}, PHONE);
  const strip = bob.page.locator(".strip");
  await ann.page.locator(".strip").getByText("Your turn").waitFor();
  const fold = await bob.place(strip);
  assert.ok(fold.y + fold.height <= 760, "above the fold");
  await ann.play("f1", "f3");
  await bob.sees("f3", "white Bishop");
  await bob.page.locator(".risen .right").first().waitFor();
  await ann.page.locator(".strip").getByText("may choose").waitFor();
  // On paper no sheet lies over the score.
  await bob.page.emulateMedia({ media: "print" });
  for (const over of [".risen", ".shade"]) assert.ok(!(await bob.page.locator(over).isVisible()), over);
  assert.ok(await bob.page.locator("jd-score").isVisible());
  await bob.page.emulateMedia({ media: "screen" });
  // A telephone's way back lowers the sheet, and leaves nobody's table: in the browser it is the same request as Escape.
  await bob.page.evaluate(() => document.querySelector("jd-app").shadowRoot.querySelector("jd-table").shadowRoot.activeElement?.blur());
  await bob.page.keyboard.press("Escape");
  await bob.page.locator(".risen").waitFor({ state: "detached" });
  await strip.getByText(/You may \(\d+\)/).click();
  await bob.page.locator(".risen").getByRole("button", { name: "Close" }).click();
  const before = (await game(table)).seq;
  await bob.square("e7").tap();
  await bob.page.getByText("Your rights would lapse").waitFor();
  assert.equal((await game(table)).seq, before, "nothing was touched");
  await bob.page.getByRole("button", { name: "Look at my rights" }).click();
  // What a right would lead to is seen whole, above the buttons.
  await bob.page.locator('.risen .right[data-act="exact"] input').first().check();
  const [picture, buttons, sheet] = await Promise.all([".mini jd-board", ".do", ".risen"].map((part) => bob.place(bob.page.locator(`.risen${part === ".risen" ? "" : ` ${part}`}`))));
  assert.ok(picture.y >= sheet.y && picture.height > 150 && picture.y + picture.height <= buttons.y, JSON.stringify([picture, buttons]));
  await bob.page.locator('.risen .right[data-act="waive"] input').first().check();
  await bob.page.locator(".risen .do button.main").click();
  await bob.settled();
  assert.equal((await acts(table)).at(-1), "waive");
  await server.post(`/api/games/${table.id}/chat`, { channel: "table", text: "Well seen." }, table.token);
  await strip.getByText("Well seen.").click();
  const talk = await bob.place(bob.page.locator("details.talk"));
  assert.ok(talk.y < 760, "the talk is in sight");
  await leave();
});

test("a telephone lying on its side: board, players and hand without scrolling, and an outcome seen on the board beside what may be chosen", async () => {
  for (const viewport of [{ width: 667, height: 375 }, { width: 844, height: 390 }, { width: 932, height: 430 }]) {
    const { ann, bob, leave } = await players({ code: "bcc-1899" }, {}, { ...PHONE, viewport });
    const inSight = async (person, what, least = 0) => {
      const { x, y, width, height } = await person.place(what);
      assert.ok(y >= 0 && y + height <= viewport.height && x >= least && x + width <= viewport.width, `${what} at ${viewport.width} px: ${JSON.stringify({ x, y, width, height })}`);
      return x + width;
    };
    const board = (person) => person.page.locator("jd-table .play > jd-board");
    const right = await inSight(ann, board(ann));
    for (const beside of [ann.page.locator("jd-table .player").first(), ann.page.locator("jd-table .player").last(), ann.page.locator(".strip"), ann.button("Keep hold"), ann.button("One back")]) await inSight(ann, beside, right);
    await ann.play("f1", "f3");
    await bob.sees("f3", "white Bishop");
    await bob.page.locator('.risen .right[data-act="exact"] input').nth(1).check();
    await inSight(bob, bob.page.locator(".risen"), await inSight(bob, board(bob)));
    const [chosen, buttons] = await Promise.all([bob.place(bob.page.locator(".risen .right.chosen")), bob.place(bob.page.locator(".risen .do"))]);
    assert.ok(chosen.y + chosen.height <= buttons.y + 1, `what is chosen ends at ${chosen.y + chosen.height} px, where its buttons begin at ${buttons.y} px`);
    await bob.page.locator(".risen .do button.main").click();
    await bob.settled();
    await leave();
  }
});

test("an outcome that was looked at goes with its list: the sheet closed, or the screen turned", async () => {
  const { ann, bob, leave } = await players({ code: "bcc-1899" }, {}, PHONE);
  const board = bob.page.locator("jd-table .board jd-board");
  // The touch alone costs her something too: what is chosen for it goes when the move comes.
  await ann.play("f1", "f3");
  await bob.sees("f3", "white Bishop");
  for (const away of [() => bob.page.locator(".risen").getByRole("button", { name: "Close" }).click(), () => bob.page.setViewportSize({ width: 1000, height: 700 })]) {
    if ((await bob.page.locator(".risen").count()) === 0) await bob.page.locator(".strip .line").click();
    await bob.page.locator('.risen .right[data-act="exact"] input').first().check();
    await bob.page.locator("jd-table .board jd-board[preview]").waitFor();
    await away();
    await bob.page.locator(".risen").waitFor({ state: "detached" });
    await bob.page.locator("jd-table .board jd-board:not([preview])").waitFor();
    await bob.sees("f3", "white Bishop");
  }
  assert.equal(await board.getAttribute("still"), null, "a hand can reach into it again");
  await leave();
});

test("on a telephone: what one may demand of one's own accord is offered and is no alarm; an offence is", async () => {
  const { ann, bob, leave } = await players({ code: "bca-1862", start: "4k3/8/8/8/8/8/8/R3K3 w - - 0 1" }, {}, PHONE);
  await ann.play("a1", "a7");
  await bob.page.locator(".strip:not(.rights)").getByText("You may (1)").waitFor();
  await bob.play("e8", "d8");
  await ann.sees("d8", "black King");
  await ann.play("a7", "b6");
  await bob.page.locator(".strip.rights").getByText(/You may \([2-9]\)/).waitFor();
  await leave();
});

test("a move that can be answered for a man touched before it is not left without a reason", async () => {
  for (const options of [undefined, PHONE]) {
    const { ann, bob, leave } = await players({ code: "fide-1931" }, {}, options);
    await ann.tap("b1");
    await ann.play("g1", "f3");
    await bob.sees("f3", "white Knight");
    await bob.hears(/White has touched the Knight on b1 and the Knight on g1/);
    await ann.page.getByText(/You have touched the Knight on b1 and the Knight on g1/).first().waitFor();
    if (options) await bob.page.locator(".strip").getByText(/White has touched the Knight on b1/).waitFor();
    await leave();
  }
});

test("on a telephone: a game that can be claimed for what the other did rises, and is asked about before it is lost", async () => {
  const { table, ann, bob, leave } = await players({ code: "bcc-1899" }, {}, PHONE);
  await ann.play("e2", "e4");
  await bob.sees("e4", "white Pawn");
  await bob.play("e7", "e5");
  await ann.sees("e5", "black Pawn");
  await ann.play("f1", "f3");
  await bob.page.locator('.risen .right[data-act="exact"] input').nth(1).check();
  await bob.page.locator(".risen .do button.main").click();
  await ann.sees("f1", "white Bishop");
  await ann.play("d2", "d4");
  await bob.page.locator(".risen").getByText("Claim the game as forfeited").waitFor();
  await bob.page.locator(".risen").getByRole("button", { name: "Close" }).click();
  await bob.page.locator(".strip.rights").getByText("You may (1)").waitFor();
  const { seq } = await game(table);
  await bob.square("d7").tap();
  await bob.page.getByText("If you play on, that may be over").waitFor();
  assert.equal((await game(table)).seq, seq, "nothing was touched");
  await leave();
});

test("on a telephone, today's laws: to point out is a right like others, and each is told what the other may do and why a move went back", async () => {
  const { table, ann, bob, leave } = await players({ code: "fide-2023", time_control: { periods: [{ seconds: 300, increment: 3 }] } }, {}, PHONE);
  const strip = (person) => person.page.locator(".strip");
  const wrong = [{ act: "touch", square: "e2" }, { act: "move", move: "e2e5" }, { act: "press" }];
  for (const [seq, act] of wrong.entries()) await server.post(`/api/games/${table.id}/acts`, { expected_seq: seq, key: `k${seq}`, act: { by: "white", ...act } }, table.token);
  await bob.page.locator('.risen .right[data-act="point-out"]').waitFor();
  await bob.page.locator(".risen").getByRole("button", { name: "Close" }).click();
  await strip(bob).getByText("You may (1)").waitFor();
  await bob.page.keyboard.press("ArrowLeft");
  await strip(bob).getByText("You have one choice now, and may lose it.").waitFor();
  await strip(bob).getByText("Back to the present").tap();
  const before = (await game(table)).seq;
  await bob.square("d7").tap();
  await bob.page.getByText("You have a choice").waitFor();
  assert.equal((await game(table)).seq, before, "nothing was touched");
  await bob.page.getByRole("button", { name: "Look at my rights" }).click();
  await bob.page.locator('.risen .right[data-act="point-out"] input').check();
  await bob.page.locator(".risen .do button.main").click();
  await strip(ann).getByText("The position before your illegal move is put back").waitFor();
  await ann.page.setViewportSize({ width: 360, height: 640 });
  await ann.page.evaluate(() => scrollTo(0, 0));
  await ann.play("e2", "e4");
  await ann.settled();
  await strip(ann).getByText("Your move is not complete yet").waitFor();
  const { y, height } = await ann.place(ann.button("Press the clock"));
  assert.ok(y > 0 && y + height <= 640, "the clock is pressed without scrolling");
  await ann.button("Press the clock").tap();
  await bob.sees("e4", "white Pawn");
  await strip(bob).getByText("Your turn").waitFor();
  await bob.square("d7").tap();
  await bob.settled();
  await bob.play("e7", "e5");
  await bob.settled();
  await strip(bob).getByText("You have touched the pawn on d7, and must move it, but have played e7–\u2060e5").waitFor();
  await strip(bob).locator("button.line").press("Enter");
  const focused = () => bob.page.evaluate(() => document.querySelector("jd-app").shadowRoot.querySelector("jd-table").shadowRoot.activeElement?.className ?? "");
  await bob.page.locator(".risen").waitFor();
  assert.equal(await focused(), "risen", "the focus goes with the sheet");
  await bob.page.keyboard.press("Escape");
  await bob.page.locator(".risen").waitFor({ state: "detached" });
  assert.equal(await focused(), "line", "and back to the strip");
  await strip(bob).locator("button.line").tap();
  await bob.page.locator(".risen .pending").getByText("Have the move undone, and the one made that you owed").waitFor();
  await leave();
});

test("on a telephone: the card of a finished game is not closed by the click that follows the last tap", async () => {
  const ann = await Person.enter(world, server, PHONE);
  // The law in the page answers before the finger's own click comes.
  await ann.sitHere({ code: "fide-1931" });
  await ann.page.evaluate(() => {
    window.clicks = 0;
    addEventListener("click", () => window.clicks++, true);
  });
  for (const at of ["f2", "f3", "e7", "e5", "g2", "g4", "d8", "h4"]) await ann.square(at).tap();
  await ann.page.locator(".risen").getByRole("button", { name: "Rematch" }).waitFor();
  // A press that began elsewhere and ends on the shade does not mean it either.
  await ann.page.locator(".shade").dispatchEvent("click");
  // Whatever clicks were under way have arrived by then.
  await ann.page.waitForTimeout(500);
  assert.equal(await ann.page.evaluate(() => window.clicks), 1, "a finger that has moved a man clicks nothing");
  assert.equal(await ann.page.locator(".risen").count(), 1);
  await ann.page.touchscreen.tap(195, 20);
  await ann.page.locator(".risen").waitFor({ state: "detached" });
  await ann.leave();
});

/** Someone at a telephone whose connection is cut, and comes back when he is told. */
async function cutOff(ann) {
  let back;
  let cut;
  const again = new Promise((done) => (back = done));
  await ann.page.routeWebSocket(/\/live\?/, async (page) => {
    if (cut) await again;
    else cut = () => page.close();
    page.connectToServer();
  });
  return { cut: () => cut(), back: () => back() };
}

test("on a telephone: a game that ended while the connection was lost has its card, and its sound", async () => {
  const table = await server.table({ code: "fide-1931" });
  const { token } = await server.post(`/api/invitations/${table.link("black").split("#")[1]}/accept`, { name: "Bob" });
  const ann = await Person.enter(world, server, PHONE);
  const line = await cutOff(ann);
  await ann.sit(table.own);
  await ann.page.locator(".strip", { hasText: "Your turn" }).waitFor();
  await ann.page.evaluate(() => document.addEventListener("jadoube-sound", (event) => ((window.sounds ??= []).push(event.detail))));
  await line.cut();
  await ann.page.getByText("The connection is lost.").waitFor();
  await server.post(`/api/games/${table.id}/acts`, { expected_seq: 0, key: "k", act: { by: "black", act: "resign" } }, token);
  line.back();
  await ann.page.locator(".risen").getByText("You have won").waitFor();
  assert.deepEqual(await ann.page.evaluate(() => window.sounds), ["over"]);
  await ann.leave();
});

test("on a telephone: a last move whose answer was lost on the way ends the game all the same", async () => {
  const table = await server.table({ code: "fide-1931", guard: true, start: "7k/8/6K1/8/8/8/8/R7 w - - 0 1" });
  await server.post(`/api/invitations/${table.link("black").split("#")[1]}/accept`, { name: "Bob" });
  const ann = await Person.enter(world, server, PHONE);
  await ann.sit(table.own);
  // The server has the move; she hears nothing, and her line is cut.
  await ann.page.route("**/acts", async (route) => {
    await route.fetch();
    await route.abort();
  }, { times: 1 });
  await ann.square("a1").tap();
  await ann.square("a8").tap();
  await ann.page.locator(".risen").getByText("You have won").waitFor();
  await ann.settled();
  assert.deepEqual(await acts(table), ["move"]);
  await ann.leave();
});

test("over: the card, a rematch with the colours as the code has it, and the moment before the other codes", async () => {
  const { ann, bob, leave } = await players({ code: "fide-1931", guard: true });
  await ann.page.evaluate(() => {
    window.sounds = [];
    document.addEventListener("jadoube-sound", (event) => window.sounds.push(event.detail));
  });
  for (const [person, from, to] of [[ann, "f2", "f3"], [bob, "e7", "e5"], [ann, "g2", "g4"], [bob, "d8", "h4"]]) {
    await person.play(from, to);
    const who = await person.square(to).getAttribute("aria-label");
    await (person === ann ? bob : ann).sees(to, who.split(", ")[1]);
  }
  await bob.page.locator(".over").getByText("You have won").waitFor();
  await ann.page.locator(".over").getByText("You have lost").waitFor();
  const sounds = await ann.page.evaluate(() => window.sounds);
  for (const each of ["move", "turn", "check", "over"]) assert.ok(sounds.includes(each), `${each} in ${sounds}`);
  assert.match(await ann.page.getByRole("link", { name: "Judge it under the other codes" }).getAttribute("href"), /^\/judge#/);
  await bob.button("Rematch").click();
  await bob.page.waitForFunction(() => document.querySelector("jd-app").shadowRoot.querySelector("jd-table")?.live?.view?.seq === 0);
  await ann.page.getByRole("link", { name: "To the next game" }).click();
  await ann.page.waitForFunction(() => document.querySelector("jd-app").shadowRoot.querySelector("jd-table")?.live?.view?.seq === 0);
  const side = (person) => person.page.evaluate(() => document.querySelector("jd-app").shadowRoot.querySelector("jd-table").live.view.you.parties.join());
  assert.notEqual(await side(ann), await side(bob));
  await leave();
});

test("a rematch is found by him who had left, and a long name cuts itself, not the page", async () => {
  const long = "Maximiliane-Friederike von und zu Hohen";
  const table = await server.table({ code: "fide-1931" }, { name: long });
  const code = table.link("black").split("#")[1];
  const { token } = await server.post(`/api/invitations/${code}/accept`, { name: "Bartholomew William Alexander the Great" });
  const ann = await Person.enter(world, server, PHONE);
  await ann.sit(table.own);
  await ann.page.getByText("Bartholomew").first().waitFor();
  assert.equal(await ann.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0);
  // Though it is one word: the rest of the line is seen beside it, what he says does not stick out, and nor does his invitation.
  const word = "Donaudampfschifffahrtselektrizitaetenhau";
  const other = await server.table({ code: "fide-1931" }, { name: word });
  await server.post(`/api/invitations/${other.link("black").split("#")[1]}/accept`, { name: word });
  await server.post(`/api/games/${other.id}/chat`, { channel: "table", text: word.repeat(3), key: "k" }, other.token);
  await ann.sit(other.own);
  await ann.page.locator("jd-chat .who").waitFor();
  const inSight = (what) => what.evaluateAll((all) => all.length > 0 && all.every((each) => each.getBoundingClientRect().right <= innerWidth));
  assert.ok(await inSight(ann.page.locator(".player .away").filter({ hasText: /you|away/ })));
  assert.ok(await inSight(ann.page.locator("jd-chat .list p")));
  await ann.go((await server.table({ code: "xxv" }, { name: word })).link("black"));
  await ann.button("Sit down").waitFor();
  assert.ok(await inSight(ann.page.locator("jd-join .card > *")));
  await ann.go("/help");
  await server.post(`/api/games/${table.id}/acts`, { expected_seq: 0, key: "k", act: { by: "black", act: "resign" } }, token);
  const next = await server.post(`/api/games/${table.id}/rematch`, {}, token);
  await ann.go("/");
  await ann.page.locator(`.games a[href="/game/${next.id}"]`).click();
  await ann.page.waitForFunction((id) => document.querySelector("jd-app").shadowRoot.querySelector("jd-table")?.live?.view?.id === id, next.id);
  assert.ok((await ann.page.evaluate(() => document.querySelector("jd-app").shadowRoot.querySelector("jd-table").live.view.you.parties)).length > 0, "in his seat");
  await ann.leave();
});

/** Today's laws with a clock: each has moved and pressed, and Ann's clock is pressed for her from now on. */
async function afterOneMove() {
  const at = await players({ code: "fide-2023", time_control: { periods: [{ seconds: 300, increment: 3 }] } });
  const { ann, bob } = at;
  await ann.play("e2", "e4");
  await ann.page.getByLabel("always press it for me").check();
  await ann.button("Press the clock").click();
  await bob.hears("Your turn");
  await bob.play("e7", "e5");
  await bob.button("Press the clock").click();
  await bob.settled();
  await ann.hears("Your turn");
  return at;
}

test("the laws of today: while a move waits for its press everybody is told so", async () => {
  const { table, ann, bob, leave } = await players({ code: "fide-2023", time_control: { periods: [{ seconds: 300, increment: 3 }] } });
  const cy = await Person.enter(world, server);
  await cy.join(table.link("onlooker"));
  const turn = (person, words) => person.page.locator("jd-arbiter .status").getByText(words, { exact: true }).waitFor();
  await turn(cy, "White to play");
  await ann.play("e2", "e4");
  await turn(ann, "Your move is not complete yet");
  await ann.hears("Press the clock: only then is your move complete.");
  await turn(bob, "Your turn");
  await bob.hears("White has not pressed the clock yet: White’s time still runs.");
  await turn(cy, "Black to play; White has still to press the clock");
  // In one breath, what is new comes first.
  await bob.page.setViewportSize({ width: 390, height: 760 });
  const { seq } = await game(table);
  await server.post(`/api/games/${table.id}/acts`, { expected_seq: seq, key: "offer", act: { by: "white", act: "offer", what: "draw" } }, table.token);
  await bob.page.locator(".strip").getByText("White offers a draw.").waitFor();
  await bob.page.setViewportSize({ width: 1280, height: 900 });
  await ann.button("Press the clock").click();
  await Promise.all([turn(ann, "Black to play"), turn(bob, "Your turn"), turn(cy, "Black to play")]);
  await bob.arbiter().getByText("has not pressed").waitFor({ state: "detached" });
  await cy.leave();
  await leave();
});

test("the laws of today: the clock is pressed by hand, or for him who wants it so", async () => {
  const { ann, bob, table, leave } = await afterOneMove();
  await ann.play("g1", "f3");
  await ann.page.waitForFunction(() => document.querySelector("jd-app").shadowRoot.querySelector("jd-table").live.view.log.filter(({ act }) => act.act === "press").length === 3);
  assert.deepEqual((await acts(table)).filter((act) => act !== "touch"), ["move", "press", "move", "press", "move", "press"]);
  await leave();
});

test("at 1366 by 768 px the whole hand is seen while a move of two at one screen waits for its press", async () => {
  const table = await server.table({ code: "fide-2023", time_control: { periods: [{ seconds: 300, increment: 3 }] } }, { opponent: "here" });
  const ann = await Person.enter(world, server, { viewport: { width: 1366, height: 768 } });
  await ann.sit(table.own);
  await ann.play("e2", "e4");
  await ann.button("Press the clock").waitFor();
  const { y, height } = await ann.place(ann.button("Keep hold"));
  assert.ok(y + height <= 768, `it ends at ${y + height} px`);
  await ann.leave();
});

test("the laws of today: an unlawful move can be pressed, by his own hand alone, and nothing is proposed that they do not know", async () => {
  const { ann, bob, table, leave } = await afterOneMove();
  assert.equal(await ann.button("Press the clock").count(), 0, "there is nothing to press");
  await ann.play("d2", "d5");
  await ann.hears("until you press the clock");
  await ann.settled();
  assert.equal((await acts(table)).at(-1), "move", "what the law does not count is not completed for him");
  await ann.button("Press the clock").click();
  await bob.hears("White has completed an illegal move");
  await bob.exact("Point out the illegal move");
  await ann.hears("is put back");
  assert.equal(await ann.button("Press the clock").count(), 0, "it is no longer on the board");
  assert.equal(await ann.button("Adjourn").count(), 0);
  await ann.button("Take back…").click();
  await ann.page.getByText("Nor can the players agree to annul the game").waitFor();
  assert.equal(await ann.button("Propose to annul the game").count(), 0);
  await ann.button("Play on").click();
  await leave();
});

test("xxv: check is announced at a guarded board too", async () => {
  const { table, ann, leave } = await players({ code: "xxv", guard: true, start: "4k3/7p/8/8/8/8/8/R3K3 w - - 0 1" });
  await ann.button("“Check”").click();
  await ann.play("a1", "a8");
  await ann.settled();
  assert.equal((await game(table)).log.at(-1).act.say, "check");
  assert.equal(await ann.button("I adjust").count(), 0);
  await leave();
});

test("1899: he who is not to play proposes to adjourn, and the game can be annulled by both", async () => {
  const { ann, bob, leave } = await players({ code: "bcc-1899" });
  await ann.play("e2", "e4");
  await bob.sees("e4", "white Pawn");
  await ann.settled();
  await ann.button("Adjourn").click();
  await ann.confirm();
  await bob.page.locator("jd-arbiter .right", { hasText: "Agree to adjourn" }).first().waitFor();
  await ann.button("Take back…").click();
  await ann.button("Propose to annul the game").click();
  await bob.page.locator("jd-arbiter .right", { hasText: "Agree to annul the game" }).first().waitFor();
  await leave();
});

test("1931: of ways to one end each says that it comes to the same", async () => {
  const { ann, bob, leave } = await players({ code: "fide-1931" });
  await ann.play("e2", "e5");
  const outcome = (act) => bob.page.locator(`jd-arbiter .right[data-act="${act}"] .outcome`).first();
  await outcome("require").getByText("Comes to the same as “The move is retracted; then White must move the Pawn on e2”").waitFor();
  assert.match(await outcome("exact").textContent(), /White would play, with 2 moves open/);
  assert.match(await outcome("waive").textContent(), /Play goes on as it stands/);
  await leave();
});

test("the computer says which right it uses, and reads no option aloud", async () => {
  const table = await server.table({ code: "fide-1931" }, { opponent: "computer", temper: "strict" });
  const ann = await Person.enter(world, server);
  await ann.sit(table.own);
  await ann.play("e2", "e5");
  const remark = ann.page.locator(".notice", { hasText: "my right" });
  await remark.waitFor();
  assert.match(await remark.textContent(), /: I make use of my right under 17(\(a\))?\.$/);
  await ann.sees("e2", "white Pawn");
  await ann.leave();
});

test("by night as by day the men taken and the players' marks are seen", async () => {
  const table = await server.table({ code: "fide-1931", guard: true }, { opponent: "here" });
  for (const [seq, move] of ["e2e4", "d7d5", "e4d5", "d8d5"].entries()) {
    await server.post(`/api/games/${table.id}/acts`, { expected_seq: seq, key: `k${seq}`, act: { by: seq % 2 ? "black" : "white", act: "move", move } }, table.token);
  }
  for (const colorScheme of ["light", "dark"]) {
    const ann = await Person.enter(world, server, { colorScheme });
    await ann.sit(table.own);
    const seen = await ann.page.locator("jd-table").evaluate((table) => {
      const parts = (colour) => colour.match(/[\d.]+/g).map(Number);
      const light = (colour) => {
        const [r, g, b] = parts(colour).map((part) => (part / 255 <= 0.03928 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const contrast = (one, two) => (Math.max(light(one), light(two)) + 0.05) / (Math.min(light(one), light(two)) + 0.05);
      const ground = getComputedStyle(document.documentElement).backgroundColor;
      // By its edge or by its body.
      const seen = (where, ...parts) => {
        const style = getComputedStyle(table.shadowRoot.querySelector(where));
        return [where, Math.max(...parts.map((part) => contrast(style[part], ground)))];
      };
      const of = (side) => [seen(`.dot.${side}`, "borderTopColor", "backgroundColor"), seen(`.taken .man.${side} .body`, "stroke", "fill")];
      return [...of("white"), ...of("black")];
    });
    for (const [what, contrast] of seen) assert.ok(contrast >= 4.5, `${what}, ${colorScheme}: ${contrast.toFixed(1)}`);
    await ann.leave();
  }
});

test("who looks elsewhere is called back when it is his turn, and a hand out of turn is asked about once", async () => {
  const { table, ann, bob, leave } = await players({ code: "fide-1931" });
  const look = (person, how) =>
    person.page.evaluate((how) => {
      Object.defineProperty(document, "visibilityState", { value: how, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, how);
  const icon = () => ann.page.evaluate(() => document.querySelector('link[rel="icon"]').getAttribute("href"));
  await bob.tap("e7");
  await bob.page.getByText("It is not your turn").waitFor();
  await bob.button("Wait").click();
  assert.equal((await game(table)).seq, 0, "nothing was touched");
  await bob.tap("e7");
  await bob.settled();
  assert.deepEqual(await acts(table), ["touch"], "he knows it now");
  await ann.hears("Black touches e7");
  await ann.play("e2", "e4");
  await ann.settled();
  await look(ann, "hidden");
  await bob.sees("e4", "white Pawn");
  await bob.play("e7", "e5");
  await ann.page.waitForFunction(() => document.title.startsWith("● Your turn"));
  await ann.page.waitForFunction(() => document.querySelector('link[rel="icon"]').href.startsWith("data:"));
  await look(ann, "visible");
  await ann.page.waitForFunction(() => document.title.startsWith("Ann – Bob"));
  assert.equal(await icon(), "/favicon.svg");
  await leave();
});

test("what a hand is asked about is asked no longer when the other's act has answered it", async () => {
  const { ann, bob, leave } = await players({ code: "bcc-1899" });
  const asks = bob.page.locator("dialog[open]");
  await bob.tap("e7");
  await bob.page.getByText("It is not your turn").waitFor();
  await ann.play("e2", "e4");
  await asks.waitFor({ state: "hidden" });
  await bob.play("e7", "e5");
  await bob.settled();
  await ann.sees("e5", "black Pawn");
  await ann.play("f1", "f3");
  await bob.sees("f3", "white Bishop");
  await bob.tap("d7");
  await bob.page.getByText("Your rights would lapse").waitFor();
  await ann.button("Resign…").click();
  await ann.page.locator("dialog[open] button.danger").click();
  await asks.waitFor({ state: "hidden" });
  await bob.page.getByText("You have won").first().waitFor();
  await leave();
});

test("nobody resigns a game that has ended meanwhile", async () => {
  const { ann, bob, leave } = await players({ code: "bcc-1899" });
  await bob.button("Resign…").click();
  await bob.page.locator("dialog[open]").waitFor();
  await ann.button("Resign…").click();
  await ann.page.locator("dialog[open] button.danger").click();
  await bob.page.locator("dialog[open]").waitFor({ state: "hidden" });
  await bob.page.getByText("You have won").first().waitFor();
  await leave();
});

test("onlookers are counted as they come and go", async () => {
  const { table, ann, leave } = await players({ code: "fide-1931" });
  const [cy, di] = await Promise.all([1, 2].map(() => Person.enter(world, server)));
  await cy.join(table.link("onlooker"));
  await ann.page.getByText("1 watching").waitFor();
  await di.join(table.link("onlooker"));
  await ann.page.getByText("2 watching").waitFor();
  await cy.leave();
  await ann.page.getByText("1 watching").waitFor();
  await di.go("/help");
  await ann.page.locator(".onlookers").waitFor({ state: "detached" });
  await di.leave();
  await leave();
});

test("replay by keys and wheel from anywhere, own arrows, themes and notation that stay", async () => {
  const table = await server.table({ code: "fide-1931", guard: true }, { opponent: "here" });
  for (const [seq, act] of ["g1f3", "g8f6"].entries()) {
    await server.post(`/api/games/${table.id}/acts`, { expected_seq: seq, key: `k${seq}`, act: { by: seq ? "black" : "white", act: "move", move: act } }, table.token);
  }
  const ann = await Person.enter(world, server);
  await ann.sit(table.own);
  await ann.page.locator("h1").first().click();
  await ann.page.keyboard.press("ArrowLeft");
  await ann.sees("f6", "empty");
  await ann.page.keyboard.press("ArrowRight");
  await ann.sees("f6", "black Knight");
  await ann.square("d4").hover();
  await ann.page.mouse.wheel(0, -100);
  await ann.sees("f6", "empty");
  await ann.page.mouse.wheel(0, 100);
  await ann.sees("f6", "black Knight");
  const box = await ann.place(ann.square("e2"));
  const to = await ann.place(ann.square("e4"));
  await ann.page.mouse.move(box.x + 9, box.y + 9);
  await ann.page.mouse.down({ button: "right" });
  await ann.page.mouse.move(to.x + 9, to.y + 9);
  await ann.page.mouse.up({ button: "right" });
  await ann.page.locator("jd-board .arrow.own").waitFor({ state: "attached" });
  await ann.page.locator("jd-score td").getByText("Nf3").waitFor();
  await ann.button("Sound").click();
  await ann.go("/settings");
  await ann.page.getByLabel("Board", { exact: true }).selectOption("wood");
  await ann.page.getByLabel("with the letters of").selectOption("de");
  assert.equal(await ann.page.getByLabel("Sounds").isChecked(), false);
  await ann.sit(table.own);
  await ann.page.locator("jd-score td").getByText("Sf3").waitFor();
  assert.equal(await ann.page.evaluate(() => document.documentElement.dataset.board), "wood");
  await ann.leave();
});

test("an open chair: set out for anyone, taken by anyone, once", async () => {
  const ann = await Person.enter(world, server);
  await ann.go("/new");
  await ann.page.getByRole("radio", { name: "Anyone" }).check({ force: true });
  await ann.page.getByLabel("Your name, if you like").fill("Ann in the lobby");
  await ann.button("Begin").click();
  await ann.page.locator("jd-table jd-board").waitFor();
  const bob = await Person.enter(world, server);
  await bob.go("/");
  const chair = bob.page.locator(".chair", { hasText: "Ann in the lobby" });
  await chair.getByRole("button", { name: "Play Black" }).click();
  await bob.page.locator("jd-table jd-board").waitFor();
  await bob.hears("White to play");
  const cy = await Person.enter(world, server);
  await cy.go("/");
  await cy.page.locator("#day").waitFor();
  assert.equal(await cy.page.locator(".chair", { hasText: "Ann in the lobby" }).count(), 0);
  for (const person of [ann, bob, cy]) await person.leave();
});

test("the form: remembered, there again after the back button, and no dead end where a code knows no clock", async () => {
  const ann = await Person.enter(world, server);
  await ann.go("/new");
  await ann.page.getByRole("radio", { name: /^XXV/ }).check({ force: true });
  await ann.page.getByRole("radio", { name: "Both here" }).check({ force: true });
  await ann.page.getByRole("radio", { name: "Quick" }).check({ force: true });
  await ann.page.getByText("These laws know no clock").waitFor();
  await ann.button("Begin").click();
  await ann.page.getByText("Say first what a fallen flag costs: agree that it loses.").waitFor();
  await ann.page.getByLabel("Agree that a fallen flag loses").check();
  await ann.more();
  await ann.page.locator("jd-new .folds details").evaluateAll((folds) => folds.forEach((fold) => (fold.open = true)));
  await ann.button("Add an undertaking").click();
  await ann.page.getByLabel("Position, as FEN").fill("4k3/8/8/8/8/8/5P2/4K3 w - - 0 1");
  await ann.button("Begin").click();
  await ann.page.locator("jd-table jd-board").waitFor();
  const header = await ann.page.evaluate(() => document.querySelector("jd-app").shadowRoot.querySelector("jd-table").live.view.header);
  assert.equal(header.code, "xxv");
  assert.equal(header.agreements.time_forfeit, true);
  await ann.page.goBack();
  await ann.page.getByRole("radio", { name: /^XXV/ }).waitFor();
  assert.ok(await ann.page.getByRole("radio", { name: /^XXV/ }).isChecked());
  assert.ok(await ann.page.getByRole("radio", { name: "Both here" }).isChecked());
  assert.equal(await ann.page.locator("#start").inputValue(), "4k3/8/8/8/8/8/5P2/4K3 w - - 0 1");
  assert.equal(await ann.page.locator(".pledge").count(), 1);
  // What belonged to that game alone is not in the next.
  await ann.go("/");
  await ann.page.getByRole("link", { name: "New game" }).click();
  await ann.page.getByRole("radio", { name: /^XXV/ }).waitFor();
  assert.equal(await ann.page.locator("#start").inputValue(), "");
  assert.equal(await ann.page.locator(".pledge").count(), 0);
  await ann.page.getByRole("radio", { name: /^2023/ }).check({ force: true });
  await ann.page.getByRole("radio", { name: "Another…" }).check({ force: true });
  await ann.page.getByLabel("Minutes").fill("7");
  await ann.page.getByLabel("Seconds added").fill("4");
  await ann.button("Begin").click();
  await ann.page.locator("jd-table jd-board").waitFor();
  const control = await ann.page.evaluate(() => document.querySelector("jd-app").shadowRoot.querySelector("jd-table").live.view.header.time_control);
  assert.deepEqual(control.periods, [{ seconds: 420, increment: 4 }]);
  await ann.leave();
});

for (const height of [740, 640]) {
  test(`on a telephone of 360 by ${height} px: a new game is one screen, against the computer too`, async () => {
    const ann = await Person.enter(world, server, { viewport: { width: 360, height }, hasTouch: true, isMobile: true });
    await ann.go("/new");
    await ann.page.getByRole("radio", { name: "The computer" }).check({ force: true });
    await ann.page.getByLabel("Temper").waitFor();
    const bottom = async (found) => found.evaluate((at) => at.getBoundingClientRect().bottom);
    const name = await bottom(ann.page.getByLabel("Your name, if you like"));
    const begin = await ann.page.locator("jd-new .begin").evaluate((at) => at.getBoundingClientRect().top);
    assert.ok(name <= begin, `the last field ends at ${name} px, where "Begin" begins at ${begin} px`);
    assert.ok((await bottom(ann.button("Begin"))) <= height);
    await ann.leave();
  });
}

test("on a small telephone: what a fallen flag costs is asked where it is seen, as soon as a time is chosen", async () => {
  const ann = await Person.enter(world, server, { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });
  await ann.go("/new");
  await ann.page.getByRole("radio", { name: /^XXV/ }).check({ force: true });
  await ann.page.getByRole("radio", { name: "Another…" }).check({ force: true });
  await ann.page.getByText("These laws know no clock").waitFor();
  const { y, height } = await ann.place(ann.page.locator("#flag"));
  const begin = await ann.place(ann.page.locator("jd-new .begin"));
  assert.ok(y >= 0 && y + height <= begin.y, `it ends at ${y + height} px, where "Begin" begins at ${begin.y} px`);
  await ann.leave();
});

test("the umpire is seen, knows that he is it, and reads what happened before he came; counsel is answered to counsel", async () => {
  const table = await server.table({ code: "bcc-1899", sides: { white: ["Ann", "Amy"], black: ["Bob"] } }, { umpire: true });
  const chair = (name) => table.invitations.find((invitation) => invitation.name === name).link;
  const [ann, amy, una] = await Promise.all([1, 2, 3].map(() => Person.enter(world, server)));
  await ann.sit(table.own);
  await amy.join(chair("Amy"), "Amy");
  await ann.play("f1", "f3");
  await ann.settled();
  await server.post(`/api/games/${table.id}/acts`, { expected_seq: 2, key: "k", act: { by: "white", act: "say", words: "Sorry." } }, table.token);
  await una.join(table.link("umpire"), "Una");
  await una.hears("You are the umpire here");
  await una.hears("What has happened");
  await ann.page.locator(".umpire", { hasText: "Una" }).waitFor();
  await amy.page.locator("details.talk summary").click();
  await amy.button("White’s counsel").click();
  await amy.page.locator("#say").fill("Between us");
  await amy.button("Say").click();
  await ann.page.getByText("Between us").waitFor();
  assert.match(await ann.page.locator("#say").getAttribute("placeholder"), /White’s side alone/);
  for (const each of [ann, amy, una]) await each.leave();
});

test("a guest's seat joins the account made later", async () => {
  const table = await server.table({ code: "xxv" });
  const ann = await Person.enter(world, server);
  await ann.sit(table.own);
  await ann.go("/account");
  await ann.button("I have no account yet").click();
  await ann.page.getByLabel("Name").fill("Later-Ann");
  await ann.page.getByLabel("Password").fill("a long password");
  await ann.button("Create account").click();
  await ann.page.getByRole("heading", { name: "Inbox" }).waitFor();
  // The seats follow while the inbox is already in sight.
  const listed = await ann.page.waitForFunction(async () => {
    const { games } = await (await fetch("/api/games")).json();
    return games.length > 0 && games.map((game) => game.id);
  });
  assert.deepEqual(await listed.jsonValue(), [table.id]);
  await ann.leave();
});

test("every incident of the collection is judged by every code, and they do not all agree", async () => {
  for (const told of await incidents()) {
    const { codes } = await server.post("/api/judge", { header: { start: told.start }, acts: told.acts });
    assert.ok(codes[told.code], `${told.name}: no code ${told.code}`);
    const ends = Object.entries(codes).map(([code, under]) => {
      assert.equal(under.stopped, null, `${told.name} under ${code}`);
      const state = under.states.at(-1);
      return JSON.stringify([state.rulings.map((ruling) => ruling.text), state.duty?.text, state.refused?.why, Object.values(state.options).flat().map((right) => right.text)]);
    });
    assert.ok(new Set(ends).size > 1, `${told.name}: the codes agree`);
  }
  const ann = await Person.enter(world, server);
  await ann.go("/incidents/second-thoughts");
  await ann.page.locator(".choices button").first().click();
  assert.equal(await ann.page.locator("jd-incident dl dt").first().textContent(), "1899", "the code asked about, before the others");
  await ann.page.locator("jd-incident").getByRole("status").waitFor();
  await ann.go("/help");
  for (const words of ["touch-move", "fifty moves", "jadoube", "penalty c"]) {
    await ann.page.getByLabel("Find a word").fill(words);
    assert.ok((await ann.page.locator("jd-help dt").count()) > 0, words);
  }
  await ann.leave();
});

test("a newcomer with a telephone: from the front page to a finished game against the computer", async () => {
  const ann = await Person.enter(world, server, PHONE);
  await ann.go("/");
  // The board of the front page answers for every code the interface lists.
  await ann.page.locator('jd-home .live [data-square="h1"]').click();
  const { codes } = await server.get("/api/laws");
  await ann.page.locator("jd-home .answers dt").nth(codes.length - 1).waitFor();
  // Who has asked sees the answers, without looking for them.
  await ann.page.waitForFunction(() => {
    const { top, bottom } = document.querySelector("jd-app").shadowRoot.querySelector("jd-home").shadowRoot.querySelector(".answers").getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight + 1;
  });
  await ann.page.locator(".answers").getByText("King").first().waitFor();
  await ann.button("Play the computer").click();
  await ann.page.locator("jd-table jd-board").waitFor();
  const tap = async (at) => ann.square(at).tap();
  const mine = ann.page.locator(".strip", { hasText: "Your turn" });
  for (const [from, to] of [["e2", "e4"], ["d1", "h5"], ["f1", "c4"], ["h5", "f7"]]) {
    await mine.waitFor();
    await tap(from);
    await tap(to);
    await ann.settled();
    const press = ann.button("Press the clock");
    if (await press.count()) await press.click();
  }
  await ann.page.locator(".strip", { hasText: "You have won" }).waitFor();
  // The card of the finished game comes by itself.
  await ann.page.locator(".risen").getByRole("button", { name: "Rematch" }).waitFor();
  await ann.leave();
});

for (const viewport of [{ width: 390, height: 760 }, { width: 1440, height: 900 }]) {
  test(`a newcomer by the keyboard alone, ${viewport.width} px wide: from the front page to a finished game against the computer, and into the next`, async () => {
    const ann = await Person.enter(world, server, { viewport });
    const { keyboard } = ann.page;
    await ann.go("/");
    await ann.page.locator("jd-home .start button:enabled").waitFor();
    await ann.tabTo("Play the computer");
    await keyboard.press("Enter");
    await ann.page.locator("jd-table jd-board").waitFor();
    const mine = () => ann.page.waitForFunction(() => document.querySelector("jd-app").shadowRoot.querySelector("jd-table")?.live?.view?.state.turn === "white");
    for (const [from, to] of [["e2", "e4"], ["d1", "h5"], ["f1", "c4"], ["h5", "f7"]]) {
      await mine();
      await ann.tabTo(/^[a-h][1-8], /);
      await ann.walkTo(from);
      await keyboard.press("Enter");
      assert.match(await ann.walkTo(to), /may be played to/);
      await keyboard.press("Enter");
      await ann.settled();
    }
    await ann.page.getByText("You have won").filter({ visible: true }).first().waitFor();
    await ann.tabTo("Rematch");
    const url = ann.page.url();
    await keyboard.press("Enter");
    await ann.page.waitForURL((now) => now.href !== url);
    await ann.page.locator("jd-table jd-board").waitFor();
    await ann.leave();
  });
}

test("on a telephone, by post: leave that the other asks for is said at the board's edge, and answered there", async () => {
  const { ann, bob, leave } = await players({ code: "bcc-1899", mode: "communication" }, { days_per_move: 3 }, PHONE);
  await bob.button("Leave of absence…").click();
  await bob.page.getByLabel("Leave of absence, in days").fill("10");
  await bob.button("Ask for it").click();
  await bob.page.getByText("You ask for 10 days’ leave").waitFor();
  const asked = ann.page.locator(".strip").getByRole("button", { name: /Black asks for 10 days’ leave/ });
  const { y, height } = await ann.place(asked);
  assert.ok(y + height <= 760, `it ends at ${y + height} px`);
  await asked.click();
  await ann.page.locator(".risen").getByRole("button", { name: "Agree" }).click();
  await ann.page.getByText("Leave is agreed").first().waitFor();
  await asked.waitFor({ state: "detached" });
  await bob.page.getByText("Leave is agreed").waitFor();
  await leave();
});

test("on a telephone: a move to be sealed and a game to be resumed are called for at the board's edge", async () => {
  const { table, ann, bob, leave } = await players({ code: "fide-1931" }, {}, PHONE);
  await ann.play("e2", "e4");
  await bob.sees("e4", "white Pawn");
  await bob.button("Adjourn").click();
  await bob.confirm();
  await bob.page.evaluate(() => scrollTo(0, 0));
  await bob.page.locator(".strip").getByRole("button", { name: "Seal your move" }).click();
  const line = bob.page.locator("jd-typed[action=Seal] input").first();
  const { y, height } = await bob.place(line);
  assert.ok(y > 0 && y + height <= 760, `the line to write on is at ${y} px`);
  await bob.page.keyboard.type("P-K4");
  await bob.page.locator("jd-typed[action=Seal] button.main").click();
  await ann.page.locator(".strip").getByRole("button", { name: "Resume the game" }).click();
  await ann.sees("e5", "black Pawn");
  assert.equal((await game(table)).state.status, "in-play");
  await leave();
});

test("on a telephone: by post the line to write on stands above the fold", async () => {
  const { ann, leave } = await players({ code: "bcc-1899", mode: "communication" }, { days_per_move: 3 }, { ...PHONE, viewport: { width: 360, height: 740 } });
  const { y, height } = await ann.place(ann.page.locator("jd-typed input").first());
  assert.ok(y + height <= 740, `it ends at ${y + height} px`);
  await leave();
});

test("on a telephone: what could not be done is said at the board's edge, in sight", async () => {
  const { ann, leave } = await players({ code: "fide-1931" }, {}, PHONE);
  await ann.page.route("**/acts", (route) => route.fulfill({ status: 409, contentType: "application/problem+json", body: JSON.stringify({ kind: "conflict", detail: "Something happened at the board before you", status: 409 }) }));
  await ann.play("e2", "e4");
  const said = ann.page.getByRole("alert").filter({ hasText: "Something happened at the board before you" });
  const { y, height } = await ann.place(said);
  assert.ok(y + height <= 760, `it ends at ${y + height} px`);
  await ann.button("OK").click();
  await said.waitFor({ state: "detached" });
  await leave();
});
