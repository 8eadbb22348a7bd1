// What if the browser keeps nothing, the hand slips, a name runs the other way, or there is more than anybody thought of?
import assert from "node:assert/strict";
import { Person, room, test } from "./room.mjs";

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const { server, world } = await room();

/* A browser may refuse a page its store, or have no room left in it. */
const REFUSED = () => {
  for (const name of ["localStorage", "sessionStorage"]) {
    Object.defineProperty(window, name, {
      get() {
        throw new DOMException("denied", "SecurityError");
      },
    });
  }
};
const FULL = () => {
  Storage.prototype.setItem = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
};
for (const [how, spoil] of Object.entries({ refuses: REFUSED, "is full": FULL })) {
  test(`a store that ${how}: one plays all the same, and the seat outlives a reload`, async () => {
    const table = await server.table({ code: "fide-1931" });
    const bob = await Person.enter(world, server, PHONE);
    await bob.context.addInitScript(spoil);
    await bob.go("/");
    await bob.page.getByRole("link", { name: "Invite a friend" }).waitFor();
    await bob.join(table.link("black"), "Bob");
    await bob.hears("White to play");
    await server.post(`/api/games/${table.id}/acts`, { expected_seq: 0, key: "k", act: { by: "white", act: "move", move: "e2e4" } }, table.token);
    await bob.sees("e4", "white Pawn");
    await bob.page.reload();
    await bob.sees("e4", "white Pawn");
    await bob.play("e7", "e5");
    await bob.settled();
    await bob.sees("e5", "black Pawn");
    await bob.go("/settings");
    await bob.page.getByLabel("Board", { exact: true }).selectOption("wood");
    assert.equal(await bob.page.evaluate(() => document.documentElement.dataset.board), "wood");
    await bob.leave();
  });
}

test("thirty games that are over do not hide those that are played", async () => {
  const ann = await Person.enter(world, server);
  await ann.go("/help");
  const keep = (tables) => ann.page.evaluate((seats) => seats.forEach(([id, token]) => localStorage.setItem(`jadoube.seat.${id}`, token)), tables);
  const over = [];
  for (let n = 0; n < 32; n++) {
    const { id, token } = await server.table({ code: "xxv" }, { opponent: "here" });
    await server.post(`/api/games/${id}/acts`, { expected_seq: 0, key: "k", act: { by: "white", act: "resign" } }, token);
    over.push([id, token]);
  }
  await keep(over);
  await ann.go("/");
  await ann.page.getByText("Finished (30)").waitFor();
  // A browser lists its seats in whatever order it likes; those in games that were seen to be over come last.
  const going = await Promise.all(Array.from({ length: 12 }, () => server.table({ code: "fide-1931" }, { name: "Zenobia" })));
  await keep(going.map(({ id, token }) => [id, token]));
  await ann.page.reload();
  await ann.page.locator(".done").waitFor();
  assert.equal(await ann.page.locator(".games a", { hasText: "Zenobia" }).count(), going.length);
  await ann.leave();
});

test("names and words that are written from right to left turn nothing beside them", async () => {
  const table = await server.table({ code: "xxv" }, { name: "אבי" });
  const bob = await Person.enter(world, server, PHONE);
  await bob.join(table.link("black"), "דוד");
  const lefts = async (where, parts) =>
    bob.page.locator(where).first().evaluate((whole, parts) => {
      const left = (part) => {
        const walker = document.createTreeWalker(whole, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          const from = node.data.indexOf(part);
          if (from < 0) continue;
          const range = document.createRange();
          range.setStart(node, from);
          range.setEnd(node, from + part.length);
          return range.getBoundingClientRect().left;
        }
        throw new Error(`${part} is not drawn`);
      };
      return parts.map(left);
    }, parts);
  await bob.page.locator("jd-table h1", { hasText: "דוד" }).waitFor();
  const [white, black] = await lefts("jd-table h1", ["אבי", "דוד"]);
  assert.ok(white < black, "White is named first");
  await server.post(`/api/games/${table.id}/chat`, { channel: "table", text: "שלום!" }, table.token);
  await bob.page.locator(".strip .heard", { hasText: "שלום" }).waitFor();
  const [author, colon, words] = await lefts(".strip .heard", ["אבי", ":", "שלום"]);
  assert.ok(author < colon && colon < words, `${author}, ${colon}, ${words}`);
  await bob.leave();
});

test("a word from the system comes through the page's worker, as telephones want it, and goes when one looks", async () => {
  const table = await server.table({ code: "fide-1931", guard: true });
  const { token } = await server.post(`/api/invitations/${table.link("black").split("#")[1]}/accept`, { name: "Bob" });
  const ann = await Person.enter(world, server, { serviceWorkers: "allow" });
  await ann.context.grantPermissions(["notifications"], { origin: server.base });
  await ann.context.addInitScript(() => {
    localStorage.setItem("jadoube.settings", '{"notify":true}');
    // So it is on a telephone.
    const Real = window.Notification;
    window.Notification = Object.assign(
      function () {
        throw new TypeError("Illegal constructor");
      },
      { permission: Real.permission },
    );
  });
  await ann.sit(table.own);
  await ann.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const look = (how) =>
    ann.page.evaluate((how) => {
      Object.defineProperty(document, "visibilityState", { value: how, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, how);
  const words = () => ann.page.evaluate(async () => (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title, tag }) => `${title} ${tag}`));
  await ann.play("e2", "e4");
  await ann.settled();
  await look("hidden");
  await server.post(`/api/games/${table.id}/acts`, { expected_seq: 1, key: "k", act: { by: "black", act: "move", move: "e7e5" } }, token);
  await ann.page.waitForFunction(() => document.title.startsWith("● Your turn"));
  for (let looks = 0; (await words()).length === 0; looks++) {
    assert.ok(looks < 100, "no word came");
    await ann.page.waitForTimeout(50);
  }
  assert.deepEqual(await words(), [`Your turn /game/${table.id}`]);
  await look("visible");
  for (let looks = 0; (await words()).length > 0; looks++) {
    assert.ok(looks < 100, "it stays though he has looked");
    await ann.page.waitForTimeout(50);
  }
  assert.equal(await ann.page.evaluate(() => document.querySelector('link[rel="icon"]').getAttribute("href")), "/favicon.svg");
  await ann.leave();
});

test("a word said at the table is said once, though the key is pressed twice; one that did not go out is there to be sent again", async () => {
  const table = await server.table({ code: "xxv" });
  const ann = await Person.enter(world, server);
  await ann.sit(table.own);
  await ann.page.locator("details.talk summary").click();
  const line = ann.page.locator("#say");
  // The answer takes its time.
  await ann.page.route("**/chat*", async (route) => {
    await ann.page.waitForTimeout(300);
    await route.continue();
  });
  await line.fill("Good luck!");
  await line.press("Enter");
  await line.press("Enter");
  await ann.page.locator("jd-chat .list p", { hasText: "Good luck!" }).waitFor();
  await ann.rested();
  assert.equal((await server.get(`/api/games/${table.id}/chat?channel=table`, table.token)).messages.length, 1);
  await ann.page.unroute("**/chat*");
  await ann.page.route("**/chat*", (route) => (route.request().method() === "POST" ? route.abort() : route.continue()));
  await line.fill("Well played.");
  await line.press("Enter");
  await ann.page.locator("jd-chat").getByRole("alert").waitFor();
  assert.equal(await line.inputValue(), "Well played.");
  await ann.leave();
});

test("the way back in the middle of a promotion: nothing was played, and it can be played then", async () => {
  const table = await server.table({ code: "fide-2023", clock: false, start: "8/P6k/8/8/8/8/8/7K w - - 0 1" }, { opponent: "here" });
  const ann = await Person.enter(world, server, PHONE);
  await ann.go("/help");
  await ann.turn(table.own);
  const kinds = ann.page.locator("jd-board .kinds");
  for (const away of [() => ann.page.goBack(), () => ann.page.reload()]) {
    await ann.play("a7", "a8");
    await kinds.waitFor();
    await away();
    if (!ann.page.url().includes("/game/")) await ann.page.goForward();
    await ann.sees("a7", "white Pawn");
    assert.equal(await kinds.count(), 0);
  }
  await ann.play("a7", "a8");
  await kinds.getByRole("button", { name: "Queen" }).click();
  await ann.sees("a8", "white Queen");
  await ann.settled();
  assert.ok((await server.get(`/api/games/${table.id}`, table.token)).log.filter((entry) => entry.act.act === "move").length === 1);
  await ann.leave();
});
