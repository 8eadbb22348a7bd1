// Do accounts, the inbox, leave of absence and the computer work as a person meets them? And does a telephone?
import assert from "node:assert/strict";
import { resolve } from "node:path";
import { Person, room, Server, test } from "./room.mjs";

const { server, world } = await room();

async function register(name) {
  const person = await Person.enter(world, server);
  await person.go("/account");
  await person.button("I have no account yet").click();
  await person.page.getByLabel("Name").fill(name);
  await person.page.getByLabel("Password").fill("a long password");
  await person.button("Create account").click();
  await person.page.getByRole("heading", { name: "Inbox" }).waitFor();
  return person;
}

test("an account: made, left, refused with a wrong password, entered again, and left everywhere", async () => {
  const ann = await register("Ann-1862");
  await ann.page.getByRole("heading", { name: "Ann-1862" }).waitFor();
  await ann.page.getByText("Nothing new.").waitFor();
  await ann.button("Log out").click();
  await ann.page.getByLabel("Name").fill("Ann-1862");
  await ann.page.getByLabel("Password").fill("another password");
  await ann.button("Log in").click();
  await ann.page.getByRole("alert").waitFor();
  await ann.page.getByLabel("Password").fill("a long password");
  await ann.button("Log in").click();
  await ann.page.getByRole("heading", { name: "Ann-1862" }).waitFor();
  const elsewhere = await Person.enter(world, server);
  await elsewhere.go("/account");
  await elsewhere.page.getByLabel("Name").fill("Ann-1862");
  await elsewhere.page.getByLabel("Password").fill("a long password");
  await elsewhere.button("Log in").click();
  await elsewhere.page.getByRole("heading", { name: "Ann-1862" }).waitFor();
  await ann.button("Log out everywhere").click();
  await ann.page.getByRole("heading", { name: "Log in" }).waitFor();
  await elsewhere.page.reload();
  await elsewhere.page.getByRole("heading", { name: "Log in" }).waitFor();
  await ann.leave();
  await elsewhere.leave();
});

test("a name that is taken is said to be taken", async () => {
  const cy = await register("Cy-1899");
  const other = await Person.enter(world, server);
  await other.go("/account");
  await other.button("I have no account yet").click();
  await other.page.getByLabel("Name").fill("Cy-1899");
  await other.page.getByLabel("Password").fill("a long password");
  await other.button("Create account").click();
  await other.page.getByRole("alert").waitFor();
  await cy.leave();
  await other.leave();
});

test("by post between accounts: the inbox tells whose turn it is, the seat follows to another machine, leave is asked and granted", async () => {
  const ann = await register("Ann-post");
  const bob = await register("Bob-post");
  await ann.go("/new");
  await ann.more();
  await ann.page.getByRole("radio", { name: /By post/ }).check({ force: true });
  await ann.page.getByLabel("Days for each reply").fill("5");
  await ann.page.getByLabel("Your name, if you like").fill("Ann");
  await ann.button("Begin").click();
  await ann.page.locator("jd-table jd-board").waitFor();
  const link = new URL(await ann.page.locator('input[data-party="black"]').inputValue());
  await bob.join(link.pathname + link.hash, "Bob");
  await ann.page.locator("jd-typed input").first().fill("P-K4");
  await ann.page.locator("jd-typed button.main").click();
  await bob.sees("e4", "white Pawn");

  // The inbox, and from it to the table.
  await bob.go("/account");
  const item = bob.page.locator("jd-account li a").first();
  await item.waitFor();
  assert.match(await item.getAttribute("class"), /unread/);
  assert.match(await item.textContent(), /against Ann/, "the letter names the opponent");
  const read = bob.page.waitForResponse((response) => response.url().endsWith("/api/inbox/read"));
  await item.click();
  await read;
  await bob.sees("e4", "white Pawn");
  await bob.go("/account");
  await bob.page.locator("jd-account li a:not(.unread)").first().waitFor();

  // Another machine: nothing but the account.
  const elsewhere = await Person.enter(world, server);
  await elsewhere.go("/account");
  await elsewhere.page.getByLabel("Name").fill("Bob-post");
  await elsewhere.page.getByLabel("Password").fill("a long password");
  await elsewhere.button("Log in").click();
  await elsewhere.page.getByRole("heading", { name: "Bob-post" }).waitFor();
  await elsewhere.go("/");
  await elsewhere.page.locator(".games a").first().click();
  await elsewhere.sees("e4", "white Pawn");

  // Leave of absence: asked by the one, granted by the other.
  await elsewhere.button("Leave of absence…").click();
  await elsewhere.page.getByLabel("Leave of absence, in days").fill("10");
  await elsewhere.button("Ask for it").click();
  await elsewhere.page.getByText("You ask for 10 days’ leave").waitFor();
  await ann.page.getByText("Black asks for 10 days’ leave").waitFor();
  await ann.button("Agree").click();
  await ann.page.getByText("Leave is agreed").waitFor();
  await elsewhere.page.getByText("Leave is agreed").waitFor();
  await elsewhere.leave();
  await ann.leave();
  await bob.leave();
});

test("a new game with all its further terms", async () => {
  const ann = await Person.enter(world, server);
  await ann.go("/new");
  await ann.more();
  await ann.page.locator("summary", { hasText: "Consultation" }).click();
  await ann.page.getByLabel("Your name, if you like").fill("Ann");
  await ann.page.locator("#white-party").fill("Ann, Amy");
  await ann.page.locator("#black-party").fill("Bob");
  await ann.page.locator("summary", { hasText: "Undertakings" }).click();
  await ann.button("Add an undertaking").click();
  await ann.page.getByLabel("Square").fill("g2");
  await ann.button("Add an undertaking").click();
  await ann.page.getByLabel("Who undertakes it").nth(1).selectOption("black");
  await ann.page.getByLabel("What is undertaken").nth(1).selectOption("be-stalemated");
  await ann.page.locator(".folds summary", { hasText: "Agreements" }).click();
  await ann.page.getByLabel("First move").selectOption("black");
  await ann.page.getByLabel("Books may be consulted").check();
  await ann.page.getByLabel(/Play starts at a fixed hour/).check();
  await ann.button("Begin").click();
  await ann.page.locator("jd-table jd-board").waitFor();
  const id = new URL(ann.page.url()).pathname.split("/").at(-1);
  const token = await ann.page.evaluate((id) => localStorage.getItem(`jadoube.seat.${id}`), id);
  const { header, seats } = await server.get(`/api/games/${id}`, token);
  assert.deepEqual(header.undertakings, [
    { by: "white", mate: { with: "g2" } },
    { by: "black", engage: "be-stalemated" },
  ]);
  assert.deepEqual(header.agreements, { book: true, first_move: "black" });
  assert.equal(header.scheduled, true);
  assert.deepEqual(seats.map((seat) => [seat.party, seat.name]), [["white", "Ann"], ["white", "Amy"], ["black", "Bob"]]);
  assert.equal(await ann.page.locator('jd-table input[data-party="white"]').count(), 1, "a link for Amy");
  assert.equal(await ann.page.locator('jd-table input[data-party="black"]').count(), 1, "a link for Bob");
  await ann.leave();
});

test("the computer: its level and temper are chosen, it sits down and plays", async () => {
  const ann = await Person.enter(world, server);
  await ann.go("/new");
  await ann.page.getByRole("radio", { name: "The computer" }).check({ force: true });
  await ann.page.getByLabel("Level").selectOption("1");
  await ann.page.getByLabel("Temper").selectOption("strict");
  await ann.page.getByRole("radio", { name: /^1899/ }).check({ force: true });
  await ann.button("Begin").click();
  await ann.page.locator("jd-table jd-board").waitFor();
  await ann.play("e2", "e4");
  await ann.page.locator("jd-score td.move button").nth(1).waitFor();
  await ann.hears("Your turn");
  await ann.play("f1", "f3");
  // It holds one to the law: the Bishop goes back.
  await ann.sees("f1", "white Bishop");
  await ann.leave();
});

test("with a computer: it is chosen, it answers, and it claims what an offence gives it", async () => {
  const own = await Server.open("--engine", resolve("test/engine.mjs"));
  const ann = await Person.enter(world, own);
  try {
    await ann.go("/new");
    const radio = ann.page.getByRole("radio", { name: /The computer/ });
    await radio.check({ force: true });
    await ann.page.getByText("It sits down at once").waitFor();
    await ann.page.getByRole("radio", { name: /^1899/ }).check({ force: true });
    await ann.button("Begin").click();
    await ann.page.locator("jd-table jd-board").waitFor();
    await ann.page.getByText("The First Move").first().waitFor();
    await ann.play("e2", "e4");
    await ann.page.locator("jd-score td.move button").nth(1).waitFor();
    await ann.hears("Your turn");
    await ann.play("f1", "f3");
    // The Bishop goes back: the computer has exacted a penalty.
    await ann.page.locator("jd-arbiter .said").getByText("Black exacts").waitFor();
    await ann.sees("f1", "white Bishop");
  } finally {
    await ann.leave();
    await own.close();
  }
});

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

/** A finger drawn over the glass: at a hand's pace, or all at once. A busy machine can only make the slow one slower. */
async function swipe(person, from, to, pace = 0) {
  const cdp = await person.context.newCDPSession(person.page);
  const steps = 8;
  const sent = [];
  for (let n = 0; n <= steps + 1; n++) {
    const part = Math.min(1, n / steps);
    sent.push(
      cdp.send("Input.dispatchTouchEvent", {
        type: n === 0 ? "touchStart" : n > steps ? "touchEnd" : "touchMove",
        touchPoints: n > steps ? [] : [{ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }],
      }),
    );
    if (pace > 0) await new Promise((done) => setTimeout(done, pace));
  }
  await Promise.all(sent);
}

async function middle(person, at) {
  const box = await person.place(person.square(at));
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test("a telephone: a finger that scrolls touches nothing, one that rests or taps or drags does", async () => {
  const table = await server.table({ code: "bca-1862" });
  const ann = await Person.enter(world, server, PHONE);
  await ann.sit(table.own);
  const log = async () => (await server.get(`/api/games/${table.id}`, table.token)).log.map((entry) => entry.act);

  // Over empty squares the page scrolls.
  const before = await ann.page.evaluate(() => scrollY);
  await swipe(ann, await middle(ann, "d3"), { ...(await middle(ann, "d3")), y: 60 }, 25);
  await ann.page.waitForFunction((y) => scrollY !== y, before);
  assert.deepEqual(await log(), []);
  // The page glides on a little by itself; the next gesture waits until it rests at its beginning.
  await ann.page.evaluate(async () => {
    for (let still = 0; still < 5; still = scrollY === 0 ? still + 1 : 0) {
      scrollTo(0, 0);
      await new Promise((done) => setTimeout(done, 100));
    }
  });

  // A quick flick that begins on a man is no touch either.
  const knight = await middle(ann, "g1");
  await swipe(ann, knight, { x: knight.x, y: knight.y - 300 });
  await ann.page.waitForTimeout(300);
  assert.deepEqual(await log(), []);

  // A drag at a hand's pace is a touch and a move.
  await swipe(ann, knight, await middle(ann, "f3"), 60);
  await ann.sees("f3", "white Knight");
  await ann.settled();
  assert.deepEqual((await log()).map((act) => act.act), ["touch", "move"]);
  await ann.leave();
});

test("two telephones: taps, a wrong tap that binds, and the game goes on", async () => {
  const table = await server.table({ code: "fide-1931", guard: true });
  const ann = await Person.enter(world, server, PHONE);
  const bob = await Person.enter(world, server, PHONE);
  await ann.sit(table.own);
  await bob.join(table.link("black"), "Bob");
  const tap = (person, at) => person.square(at).tap();
  await tap(ann, "e2");
  // In a guarded game another man may still be chosen.
  await tap(ann, "d2");
  await tap(ann, "d4");
  await bob.sees("d4", "white Pawn");
  await tap(bob, "d7");
  await tap(bob, "d5");
  await ann.sees("d5", "black Pawn");
  const { log } = await server.get(`/api/games/${table.id}`, table.token);
  assert.deepEqual(log.map((entry) => entry.act.move), ["d2d4", "d7d5"]);
  await ann.leave();
  await bob.leave();
});
