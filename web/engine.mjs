// Is the law in WebAssembly at hand? Where bindings/npm has been built the page takes it along, each module as a file of its own
// that is fetched when it is needed; where it has not, the page is built without it and asks the server.
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { copyFile, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const package_ = join(dirname(fileURLToPath(import.meta.url)), "../bindings/npm");
const script = join(package_, "src/index.ts");
const law = join(package_, "dist/jadoube.wasm");
const audit = join(package_, "dist/jadoube-audit.wasm");
const atHand = () => [script, law, audit].every(existsSync);

async function name(word, file) {
  const hash = createHash("sha256").update(await readFile(file)).digest("hex").slice(0, 10);
  return `assets/${word}-${hash}0.wasm`;
}
const names = () => Promise.all([name("law", law), name("audit", audit)]);

/** Puts the modules into `out`, and says under which addresses: none where they are not at hand. */
export async function put(out) {
  if (!atHand()) return { law: [], audit: [] };
  const [lawFile, auditFile] = await names();
  await copyFile(law, join(out, lawFile));
  await copyFile(audit, join(out, auditFile));
  return { law: [`/${lawFile}`], audit: [`/${auditFile}`] };
}

async function contents() {
  if (!atHand()) return "export const made = null;";
  const [lawFile, auditFile] = await names();
  const loads = (call, file) => `async () => (await import(${JSON.stringify(script)})).${call}(new URL("/${file}", location.href))`;
  return `export const made = { load: ${loads("load", lawFile)}, loadAuditor: ${loads("loadAuditor", auditFile)} };`;
}

/** For esbuild: `import { made } from "jadoube:engine"`. */
export const plugin = {
  name: "engine",
  setup(build) {
    build.onResolve({ filter: /^jadoube:engine$/ }, ({ path }) => ({ path, namespace: "engine" }));
    build.onLoad({ filter: /.*/, namespace: "engine" }, async () => ({ contents: await contents(), loader: "js", resolveDir: package_ }));
  },
};
