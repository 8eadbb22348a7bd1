// What does the README show? Two pictures of the real page, a penalty being chosen and an incident under every code; and the
// picture that goes with a link to it.
//   npm run pictures
import { mkdirSync, readFileSync } from "node:fs";
import { browser, Person, Server } from "./room.mjs";

/** Morphy against the Duke and the Count, to the moment at which Black loses heart. */
const OPERA =
  "e2e4 e7e5 g1f3 d7d6 d2d4 c8g4 d4e5 g4f3 d1f3 d6e5 f1c4 g8f6 f3b3 d8e7 b1c3 c7c6 c1g5 b7b5 c3b5 c6b5 c4b5 b8d7 e1c1 a8d8 d1d7 d8d7 h1d1 d7d1";
const EVENING = { by: [{ moves: 20, seconds: 3600 }], then: { moves: 20, seconds: 3600 } };

mkdirSync("../docs/pictures", { recursive: true });
const server = await Server.open();
const world = await browser();

async function take(path, arrive, viewport, more = {}) {
  const person = await Person.enter(world, server, { viewport, colorScheme: "light", ...more });
  await arrive(person);
  await person.rested();
  await person.page.waitForTimeout(200);
  await person.page.screenshot({ path });
  await person.leave();
  console.log(path);
}

const SHARP = { deviceScaleFactor: 2 };

try {
  const table = await server.table({ code: "bcc-1899", time_limit: EVENING }, { name: "Morphy" });
  const duke = await Person.enter(world, server);
  await duke.join(table.link("black"), "The Duke");
  const token = await duke.page.evaluate((id) => localStorage.getItem(`jadoube.seat.${id}`), table.id);
  for (const [seq, move] of OPERA.split(" ").entries()) {
    const [by, as] = seq % 2 ? ["black", token] : ["white", table.token];
    await server.post(`/api/games/${table.id}/acts`, { expected_seq: seq, key: `k${seq}`, act: { by, act: "move", move } }, as);
  }
  await take(
    "../docs/pictures/penalty.png",
    async (person) => {
      await person.sit(table.own);
      await person.page.locator('jd-arbiter .right[data-what="A+C"] input').check();
    },
    { width: 1280, height: 860 },
    SHARP,
  );
  await duke.leave();
  await take(
    "../docs/pictures/incident.png",
    async (person) => {
      await person.go("/incidents/the-pinned-rook");
      await person.page.getByRole("button", { name: "Just tell me" }).click();
      // As high as what there is to see.
      const { y, height } = await person.page.locator("jd-incident dl").boundingBox();
      await person.page.setViewportSize({ width: 1080, height: Math.ceil(y + height) + 52 });
    },
    { width: 1080, height: 900 },
    SHARP,
  );
  await take(
    "static/icon-512.png",
    async (person) => {
      const icon = readFileSync("static/favicon.svg", "utf8").replace('rx="18"', "");
      await person.page.setContent(`<style>body{margin:0}svg{width:512px;height:512px;display:block}</style>${icon}`);
    },
    { width: 512, height: 512 },
  );
  await take(
    "static/preview.png",
    async (person) => {
      await person.go("/");
      await person.page.locator('jd-home .live [data-square="h1"]').click();
      await person.page.locator(".answers dt").first().waitFor();
      await person.page.evaluate(() => scrollTo(0, 0));
    },
    { width: 1280, height: 672 },
  );
} finally {
  await world.close();
  await server.close();
}
