// Which pages and states does the page have? Each with the way to get there: for pictures, and for tests that hold of all.

/** A table at which these acts have happened, both sides at one screen unless `more` says otherwise. */
async function played(server, header, acts, more = { opponent: "here" }) {
  const table = await server.table(header, more);
  for (const [seq, act] of acts.entries()) {
    await server.post(`/api/games/${table.id}/acts`, { expected_seq: seq, key: `k${seq}`, act }, table.token);
  }
  return table;
}

const move = (by, uci) => ({ by, act: "move", move: uci });
const moves = (...all) => all.map((uci, at) => move(at % 2 === 0 ? "white" : "black", uci));
const EVENING = { by: [{ moves: 20, seconds: 3600 }], then: { moves: 20, seconds: 3600 } };
const GAME = moves(
  ..."e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1g1 f6e4 d2d4 e4d6 b5c6 d7c6 d4e5 d6f5 d1d8 e8d8 b1c3 d8e8 h2h3 h7h5 c1g5 f8e7".split(" "),
);

/** Takes a seat that was sent as a link, without the page. */
async function taken(server, table, party, name) {
  const code = table.link(party).split("#")[1];
  return (await server.post(`/api/invitations/${code}/accept`, { name, token: `${party}-${table.id}-`.padEnd(40, "x") })).link;
}

const go = (path) => async (person) => person.go(path);
const sit = (link) => async (person) => person.sit(link);

/** Name by name, how a person arrives there. */
export async function states(server) {
  const free = await played(server, { code: "bca-1862" }, [], {});
  const joined = await server.table({ code: "fide-1931", guard: true, time_limit: EVENING });
  await taken(server, joined, "black", "Bob");
  const touched = await played(server, { code: "bca-1862", start: "6k1/6p1/8/8/8/8/5PPP/6KR w - - 0 1" }, [{ by: "white", act: "touch", square: "h1" }]);
  const illegal = await server.table({ code: "bcc-1899", time_limit: EVENING });
  const bob = await taken(server, illegal, "black", "Bob");
  for (const [seq, act] of [...moves("e2e4"), null, move("white", "f1f3")].entries()) {
    const as = act ? illegal.token : bob.split("seat=")[1];
    await server.post(`/api/games/${illegal.id}/acts`, { expected_seq: seq, key: `k${seq}`, act: act ?? move("black", "e7e5") }, as);
  }
  const pawn = await played(server, { code: "bca-1862", start: "8/P6k/8/8/8/8/8/7K w - - 0 1" }, []);
  const asked = await server.table({ code: "fide-1931" }, { umpire: true });
  await taken(server, asked, "black", "Bob");
  const una = await taken(server, asked, "umpire", "Una");
  for (const [seq, act] of [...moves("e2e4"), { by: "white", act: "dispute", question: "Was the Pawn let go of on e3 first?" }].entries()) {
    await server.post(`/api/games/${asked.id}/acts`, { expected_seq: seq, key: `k${seq}`, act }, asked.token);
  }
  const sealed = await played(server, { code: "fide-1931" }, [...moves("e2e4"), { by: "black", act: "adjourn" }, { by: "black", act: "seal", record: "P-K4" }]);
  const sealing = await played(server, { code: "fide-1931" }, [...moves("e2e4"), { by: "black", act: "adjourn" }]);
  const opened = await played(server, { code: "fide-1931" }, [
    ...moves("e2e4"),
    { by: "black", act: "adjourn" },
    { by: "black", act: "seal", record: "P-K4" },
    { by: "white", act: "resume" },
  ]);
  const post = await played(server, { code: "bcc-1899", mode: "communication" }, [{ by: "white", act: "send", text: "Kt-B3" }], { opponent: "here", days_per_move: 3 });
  const writing = await played(server, { code: "bcc-1899", mode: "communication" }, [], { opponent: "here", days_per_move: 3 });
  const blind = await played(server, { code: "bcc-1899", mode: "communication" }, [{ by: "white", act: "send", text: "P-K4" }], { blindfold: ["white", "black"] });
  const endless = await played(server, { code: "bcc-1899", start: "6k1/6p1/8/8/8/8/1r4r1/4Q2K w - - 0 1" }, [{ by: "white", act: "claim", ground: "endless-checks" }]);
  const long = await played(server, { code: "bcc-1899", time_limit: EVENING }, GAME);
  const over = await played(server, { code: "fide-1931", guard: true }, moves(..."f2f3 e7e5 g2g4 d8h4".split(" ")));
  const waiting = await server.table({ code: "xxv" }, { umpire: true });
  const council = await server.table({ code: "bcc-1899", mode: "communication", sides: { white: ["Ann", "Amy"], black: ["Bob", "Bill"] } });
  const offered = await server.table({ code: "fide-1931" });
  const offering = await taken(server, offered, "black", "Bob");
  for (const [seq, [token, act]] of [[offered.token, move("white", "e2e4")], [offering.split("seat=")[1], { by: "black", act: "offer", what: "draw" }]].entries()) {
    await server.post(`/api/games/${offered.id}/acts`, { expected_seq: seq, key: `k${seq}`, act }, token);
  }
  const today = await played(server, { code: "fide-2023", time_control: { periods: [{ seconds: 300, increment: 3 }] } }, moves("e2e4"));
  const watched = await server.table({ code: "bca-1862" }, { public: true });
  await taken(server, watched, "black", "Bob");
  const open = await server.table({ code: "xxv" }, { public: true, lobby: true });
  const held = await played(server, { code: "bcc-1896" }, [{ by: "white", act: "lift", square: "e2" }]);
  const half = await server.table({ code: "bcc-1899", undertakings: [{ by: "white", mate: { with: "f2" } }] }, { blindfold: ["black"], umpire: true });
  const unseeing = await taken(server, half, "black", "Bob");
  const match = await server.post("/api/matches", { header: { code: "fide-1931" }, games: 1, side: "white", name: "Ann" });
  await server.post(`/api/games/${match.id}/acts`, { expected_seq: 0, key: "k", act: { by: "white", act: "resign" } }, match.token);
  const account = async (person) => {
    await person.go("/account");
    await person.page.getByRole("button", { name: "I have no account yet" }).click();
    await person.page.getByLabel("Name").fill(`annwhosenameislong${Math.random().toString(36).slice(2, 9)}`);
    await person.page.getByLabel("Password").fill("a long password");
    await person.button("Create account").click();
    await person.page.getByText("Inbox").waitFor();
  };
  return {
    home: go("/"),
    "home-games": async (person) => {
      for (const table of [long, sealed, post]) await person.sit(table.own);
      await person.go("/");
      await person.page.locator(".games a").first().waitFor();
    },
    new: go("/new"),
    "new-computer": async (person) => {
      await person.go("/new");
      await person.page.getByRole("radio", { name: "The computer" }).check({ force: true });
      await person.page.getByLabel("Temper").selectOption("rogue");
    },
    "new-more": async (person) => {
      await person.go("/new");
      await person.more();
      await person.page.getByRole("button", { name: "Rook", exact: true }).click();
      await person.page.locator("jd-new details").evaluateAll((folds) => folds.forEach((fold) => (fold.open = true)));
      await person.button("Add an undertaking").click();
    },
    join: go(waiting.link("black")),
    "join-nothing": go("/join#nothing"),
    law: go("/law"),
    code: go("/law/bcc-1899#II.5(c)"),
    readings: go("/law/readings"),
    questions: go("/compare"),
    compare: go("/compare/touch"),
    judge: go("/judge"),
    audit: go("/audit"),
    "audit-found": async (person) => {
      await person.go("/audit");
      await person.page.getByRole("button", { name: "Show an example" }).click();
      await person.page.getByText("What was found").waitFor();
    },
    "judge-setting": async (person) => {
      await person.go("/judge");
      await person.button("Set up").click();
    },
    account: go("/account"),
    inbox: account,
    settings: go("/settings"),
    help: go("/help#penalty"),
    incidents: go("/incidents"),
    incident: async (person) => {
      await person.go("/incidents/second-thoughts");
      await person.page.getByRole("button", { name: "Just tell me" }).click();
    },
    nowhere: go("/nowhere"),
    "no-table": go("/game/nothing"),
    "join-council": go(council.invitations.find(({ name }) => name === "Bill").link),
    "join-away": async (person) => {
      await person.page.route("**/api/invitations/*", (route) => route.abort());
      await person.go(waiting.link("black"));
      await person.button("Try again").waitFor();
    },
    lobby: async (person) => {
      await person.go("/");
      await person.page.getByRole("button", { name: "Play Black" }).first().waitFor();
    },
    waiting: async (person) => {
      await person.go("/new");
      await person.page.getByLabel("Your name, if you like").fill("Ann");
      await person.button("Begin").click();
      await person.page.locator("jd-table jd-board").waitFor();
    },
    free: sit(free.own),
    guarded: async (person) => {
      await person.sit(joined.own);
      await person.tap("g1");
    },
    touched: sit(touched.own),
    illegal: sit(bob),
    preview: async (person) => {
      await person.sit(bob);
      await person.page.locator("jd-arbiter .right input").nth(1).check();
    },
    asked: async (person) => {
      await person.sit(bob);
      if (await person.page.locator(".risen").count()) await person.page.locator(".risen").getByRole("button", { name: "Close" }).click();
      await person.tap("e5");
      await person.page.locator("jd-ask dialog[open]").waitFor();
    },
    "looking-back": async (person) => {
      await person.sit(bob);
      if (await person.page.locator(".risen").count()) await person.page.locator(".risen").getByRole("button", { name: "Close" }).click();
      await person.page.keyboard.press("ArrowLeft");
      await person.page.getByText("An earlier position").waitFor();
    },
    clause: async (person) => {
      await person.sit(bob);
      await person.page.locator("jd-arbiter .ruling jd-clause").first().getByRole("button").click();
      await person.page.locator("jd-arbiter .ruling jd-clause .pop h3").first().waitFor();
    },
    promotion: async (person) => {
      await person.sit(pawn.own);
      await person.play("a7", "a8");
    },
    umpire: sit(una),
    offered: sit(offered.own),
    today: sit(today.own),
    onlooker: sit(`/game/${watched.id}`),
    unseeing: sit(unseeing),
    "match-over": sit(match.link),
    "over-sheet": async (person) => {
      await person.sit(over.own);
      if (await person.page.locator(".strip").count()) await person.page.locator(".strip .line").click();
    },
    resigning: async (person) => {
      await person.sit(free.own);
      await person.button("Resign…").click();
    },
    adjourning: async (person) => {
      await person.sit(joined.own);
      await person.button("Adjourn").click();
      await person.page.locator("jd-ask dialog[open]").waitFor();
    },
    held: sit(held.own),
    "acts-menu": async (person) => {
      await person.sit(touched.own);
      await person.page.getByRole("button", { name: "Anything else…" }).click();
    },
    "acts-decide": async (person) => {
      await person.sit(una);
      await person.page.getByRole("button", { name: "Decide…" }).first().click();
    },
    sealing: sit(sealing.own),
    sealed: sit(sealed.own),
    opened: sit(opened.own),
    post: sit(post.own),
    writing: async (person) => {
      await person.sit(writing.own);
      await person.page.locator("jd-typed input").first().fill("Kt-B3");
      await person.page.getByText("It can mean").waitFor();
    },
    blind: sit(blind.own),
    council: sit(council.own),
    endless: sit(endless.own),
    long: sit(long.own),
    over: sit(over.own),
    lost: async (person) => {
      await person.sit(long.own);
      await person.page.evaluate(() => {
        const table = document.querySelector("jd-app").shadowRoot.querySelector("jd-table");
        table.live.link = "lost";
        table.requestUpdate();
      });
    },
  };
}
