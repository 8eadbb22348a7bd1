// What is there without a network? The page itself, and what was read of the law; games are the server's.
// The list and the version are written in when the page is built.
const VERSION = "%VERSION%";
const FILES = "%FILES%".split(" ");
// Kept once somebody has needed it, or the page has nothing else to do.
const LATER = "%LATER%".split(" ").filter(Boolean);

addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(VERSION)
      .then((cache) => cache.addAll(["/", ...FILES]))
      .then(() => caches.open("law"))
      .then((law) => law.addAll(["/api/laws", "/api/laws/readings"]))
      .then(() => skipWaiting()),
  );
});

addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== VERSION && name !== "law").map((name) => caches.delete(name))))
      .then(() => clients.claim()),
  );
});

// How long the network may take where something is kept, in ms: one that has died under a telephone never answers.
const PATIENCE = 4000;

/** The network first, so that nobody sees what is old; what is kept where there is none, or nobody answers at its other end. */
async function fresh(kept, asked) {
  if (!kept) return asked;
  const late = new Promise((done) => setTimeout(done, PATIENCE, kept));
  return Promise.race([asked.then((answer) => (answer.status < 500 ? answer : kept), () => kept), late]);
}

/** The page as it was kept with its files: a newer one would ask for others, and is kept with those. */
const page = async (request) => fresh(await (await caches.open(VERSION)).match("/"), fetch(request));

/** What the server says of the law, kept as it was said last. */
async function law(request) {
  const cache = await caches.open("law");
  const asked = fetch(request).then(async (answer) => {
    if (answer.ok) await cache.put(request, answer.clone()).catch(() => undefined);
    return answer;
  });
  return fresh(await cache.match(request), asked);
}

/** What never changes under its name: what is kept, else the network's, kept from then on. */
async function once(request) {
  const cache = await caches.open(VERSION);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

// The page says when it is idle: then the law is fetched that rules without a network. A page that was on its way while this
// worker began is nobody's yet; it is taken over now, so that what it asks for is kept too.
addEventListener("message", (event) => {
  if (event.data !== "idle") return;
  const modules = "%IDLE%".split(" ").filter(Boolean).map((path) => once(new Request(path)));
  event.waitUntil(Promise.all([clients.claim(), ...modules]));
});

// A word from the system leads to the table it speaks of.
addEventListener("notificationclick", (event) => {
  const { notification } = event;
  notification.close();
  const at = ({ url }) => new URL(url).pathname === notification.data;
  event.waitUntil(clients.matchAll({ type: "window", includeUncontrolled: true }).then((all) => all.find(at)?.focus() ?? clients.openWindow(notification.data)));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (FILES.includes(url.pathname) || LATER.includes(url.pathname)) event.respondWith(once(request));
  else if (url.pathname === "/api/laws" || url.pathname.startsWith("/api/laws/")) event.respondWith(law(request));
});
