// What does every page and every state look like? Pictures at three widths, by day and by night, to be looked at by a person.
//   npm run shots -- [names…]      WIDTHS=360,1440 SCHEMES=dark to take fewer
import { mkdirSync } from "node:fs";
import { browser, Person, Server } from "./room.mjs";
import { states } from "./states.mjs";

mkdirSync("test/shots", { recursive: true });
const wanted = process.argv.slice(2);
const widths = process.env.WIDTHS?.split(",").map(Number) ?? [360, 820, 1440];
const schemes = process.env.SCHEMES?.split(",") ?? ["light", "dark"];
const server = await Server.open();
const world = await browser();

try {
  const all = await states(server);
  for (const scheme of schemes) {
    for (const width of widths) {
      const view = { viewport: { width, height: width < 500 ? 760 : width === 1366 ? 768 : 900 }, colorScheme: scheme, hasTouch: width < 500, isMobile: width < 500 };
      for (const [name, arrive] of Object.entries(all)) {
        if (wanted.length > 0 && !wanted.includes(name)) continue;
        const person = await Person.enter(world, server, view);
        await arrive(person);
        await person.page.waitForLoadState("networkidle");
        await person.page.waitForTimeout(150);
        await person.page.screenshot({ path: `test/shots/${name}-${width}-${scheme}.png`, fullPage: process.env.WHOLE !== "no" });
        await person.leave();
      }
    }
  }
} finally {
  await world.close();
  await server.close();
}
