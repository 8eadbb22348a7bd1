// How light is the page? What stays of a thousand acts, and what a touch costs until its ruling is drawn.
//   npm run figures
import { browser, Person, Server } from "./room.mjs";

const server = await Server.open();
const world = await browser();

/** The time of the processor that scripts, styles and layout have taken so far, in ms: whoever else uses the machine does not count. */
async function spent(cdp) {
  const { metrics } = await cdp.send("Performance.getMetrics");
  const seconds = (name) => metrics.find((metric) => metric.name === name).value;
  return 1000 * (seconds("ScriptDuration") + seconds("RecalcStyleDuration") + seconds("LayoutDuration"));
}

try {
  for (const [where, sit] of Object.entries({
    "by the server": async (person) => person.sit((await server.table({ code: "bcc-1899" }, { opponent: "here" })).own),
    "in the page": (person) => person.sitHere({ code: "bcc-1899" }),
  })) {
    const person = await Person.enter(world, server);
    await sit(person);
    for (const more of [200, 800]) {
      const acts = await person.shuffle(more);
      console.log(`ruled on ${where}, after ${acts} acts: a heap of ${((await person.heap()) / 1e6).toFixed(2)} MB`);
    }
    await person.leave();
  }
  const person = await Person.enter(world, server);
  await person.sitHere({ code: "bcc-1899" });
  const cdp = await person.context.newCDPSession(person.page);
  await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
  // Men that cannot move: each touch is ruled on, with what may be exacted for it.
  const touches = async (rounds) => {
    for (let n = 0; n < rounds; n++) for (const at of ["a1", "c1", "d1", "e1", "f1", "h1"]) await person.tap(at);
  };
  await touches(2);
  const before = await spent(cdp);
  await touches(5);
  console.log(`ruled on in the page: ${(((await spent(cdp)) - before) / 30).toFixed(1)} ms of the processor from a touch to its ruling drawn`);
  await person.leave();
} finally {
  await world.close();
  await server.close();
}
