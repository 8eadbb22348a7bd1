// What if the browser keeps nothing, the hand slips, a name runs the other way, or there is more than anybody thought of?
import assert from "node:assert/strict";
import { after, before, browser, Person, Server, test } from "./room.mjs";

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
let server;
let world;

before(async () => {
  server = await Server.shared();
  world = await browser();
});

after(async () => {
  await world?.close();
  await server?.close();
});

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
