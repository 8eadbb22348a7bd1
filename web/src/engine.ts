/* Can the page rule by itself? The law compiled to WebAssembly, fetched when it is first needed: for judgements at once, for the law
   room and for a game at one screen without a server. The server remains the judge of the games it keeps. */
import { made, type Engine } from "jadoube:engine";
import { api } from "./api.js";


let loading: Promise<Engine | null> | null = null;

/** The engine, or nothing where this page was built without it or it cannot be had. */
export function engine(): Promise<Engine | null> {
  if (!made) return Promise.resolve(null);
  if (loading) return loading;
  const begun: Promise<Engine | null> = made.load().catch(() => {
    loading = null;
    return null;
  });
  loading = begun;
  return begun;
}

/** Whether page and server carry the same law. Where they differ the page is old: it is loaded anew, once, before it rules. */
export async function sameLaw(): Promise<boolean> {
  const own = await engine();
  if (!own) return false;
  try {
    const { version } = await api.about();
    if (version === own.version) return true;
    if (sessionStorage.getItem("jadoube.renewed") === version) return false;
    sessionStorage.setItem("jadoube.renewed", version);
    location.reload();
    return false;
  } catch {
    // No server to differ from.
    return true;
  }
}
