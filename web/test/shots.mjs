// What does every page look like? Pictures at three widths, to be looked at by a person.
import { mkdirSync } from "node:fs";
import { browser, Person, Server } from "./room.mjs";

mkdirSync("test/shots", { recursive: true });
const wanted = process.argv.slice(2);
const server = await Server.open();
const world = await browser();
try {
  const act = async (table, seq, what) =>
    server.post(`/api/games/${table.id}/acts`, { expected_seq: seq, key: `k${seq}`, act: what }, table.token);
  const illegal = await server.table({ code: "bcc-1899", time_limit: { by: [{ moves: 20, seconds: 3600 }] } }, { opponent: "here" });
  await act(illegal, 0, { by: "white", act: "move", move: "e2e4" });
  await act(illegal, 1, { by: "black", act: "move", move: "e7e5" });
  await act(illegal, 2, { by: "white", act: "move", move: "f1f3" });
  const carried = (await server.get("/api/about")).codes;
  const touched = await server.table({ code: carried.includes("bca-1862") ? "bca-1862" : "bcc-1899", start: "6k1/6p1/8/8/8/8/5PPP/6KR w - - 0 1" }, { opponent: "here" });
  await act(touched, 0, { by: "white", act: "touch", square: "h1" });
  const waiting = await server.table({ code: carried.includes("xxv") ? "xxv" : "bcc-1896" }, { umpire: true });
  const sealed = await server.table({ code: "fide-1931" }, { opponent: "here" });
  await act(sealed, 0, { by: "white", act: "move", move: "e2e4" });
  await act(sealed, 1, { by: "black", act: "adjourn" });
  await act(sealed, 2, { by: "black", act: "seal", record: "P-K4" });
  const post = await server.table({ code: "bcc-1899", mode: "communication" }, { opponent: "here", days_per_move: 3 });
  await act(post, 0, { by: "white", act: "send", text: "Kt-B3" });
  const blind = await server.table({ code: "bcc-1899", mode: "communication" }, { blindfold: ["white", "black"] });
  const pages = {
    home: "/",
    new: "/new",
    law: "/law",
    code: "/law/bcc-1899#II.5(c)",
    readings: "/law/readings",
    questions: "/compare",
    compare: "/compare/touch",
    judge: "/judge",
    account: "/account",
    nowhere: "/nowhere",
    join: waiting.link("black"),
    "table-illegal": illegal.own,
    "table-touched": touched.own,
    "table-waiting": waiting.own,
    "table-sealed": sealed.own,
    "table-post": post.own,
    "table-blind": blind.own,
    "table-none": "/game/nothing",
  };
  const widths = process.env.WIDTHS?.split(",").map(Number) ?? [360, 800, 1400];
  for (const scheme of process.env.SCHEMES?.split(",") ?? ["light", "dark"]) {
    for (const width of widths) {
      const person = await Person.enter(world, server, { viewport: { width, height: width < 500 ? 740 : 900 }, colorScheme: scheme });
      for (const [name, path] of Object.entries(pages)) {
        if (wanted.length > 0 && !wanted.includes(name)) continue;
        await person.go("/favicon.svg");
        await person.go(path);
        await person.page.waitForLoadState("networkidle");
        await person.page.waitForTimeout(300);
        if (name === "table-illegal") await person.page.locator("jd-arbiter .right input").nth(1).check();
        await person.page.screenshot({ path: `test/shots/${name}-${width}-${scheme}.png`, fullPage: true });
      }
      await person.leave();
    }
  }
} finally {
  await world.close();
  await server.close();
}
