// What does the README show? Two pictures of the real page, a penalty being chosen and an incident under every code; and the
// picture that goes with a link to it.
//   npm run pictures
import { mkdirSync, readFileSync } from "node:fs";
import { browser, Person, Server } from "./room.mjs";
import { states } from "./states.mjs";

mkdirSync("../docs/pictures", { recursive: true });
const server = await Server.open();
const world = await browser();

try {
  const all = await states(server);
  const take = async (name, viewport, path, arrive) => {
    const person = await Person.enter(world, server, { viewport, colorScheme: "light" });
    await arrive(person);
    await person.page.waitForLoadState("networkidle");
    await person.page.waitForTimeout(200);
    await person.page.screenshot({ path });
    await person.leave();
    console.log(path);
  };
  await take("penalty", { width: 1280, height: 760 }, "../docs/pictures/penalty.png", all.preview);
  await take("incident", { width: 1280, height: 860 }, "../docs/pictures/incident.png", async (person) => {
    await person.go("/judge");
    await person.page.getByRole("button", { name: "A Bishop played like a Rook" }).click();
    await person.page.locator(".verdict .ruling").first().waitFor();
    await person.page.locator(".verdicts").scrollIntoViewIfNeeded();
    await person.page.evaluate(() => scrollTo(0, 90));
  });
  await take("icon", { width: 512, height: 512 }, "static/icon-512.png", async (person) => {
    const icon = readFileSync("static/favicon.svg", "utf8").replace('rx="18"', "");
    await person.page.setContent(`<style>body{margin:0}svg{width:512px;height:512px;display:block}</style>${icon}`);
  });
  await take("preview", { width: 1200, height: 630 }, "static/preview.png", async (person) => {
    await person.go("/");
    await person.page.locator('jd-home .live [data-square="h1"]').click();
    await person.page.locator(".answers dt").first().waitFor();
  });
} finally {
  await world.close();
  await server.close();
}
