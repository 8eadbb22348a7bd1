// Is the law in WebAssembly at hand? Where bindings/npm has been built the page takes it along, as a file of its own that is
// fetched when it is needed; where it has not, the page is built without it and asks the server.
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { copyFile, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const package_ = join(dirname(fileURLToPath(import.meta.url)), "../bindings/npm");
const wasm = join(package_, "dist/jadoube.wasm");
const script = join(package_, "src/index.ts");

async function name() {
  const hash = createHash("sha256").update(await readFile(wasm)).digest("hex").slice(0, 10);
  return `assets/law-${hash}0.wasm`;
}

/** Where the law lies in `out`, or null. */
export async function put(out) {
  if (!existsSync(wasm) || !existsSync(script)) return null;
  const file = await name();
  await copyFile(wasm, join(out, file));
  return file;
}

/** For esbuild: `import { made } from "jadoube:engine"`. */
export const plugin = {
  name: "engine",
  setup(build) {
    build.onResolve({ filter: /^jadoube:engine$/ }, ({ path }) => ({ path, namespace: "engine" }));
    build.onLoad({ filter: /.*/, namespace: "engine" }, async () => ({
      contents:
        existsSync(wasm) && existsSync(script)
          ? `export const made = { load: async () => (await import(${JSON.stringify(script)})).load(new URL("/${await name()}", location.href)) };`
          : "export const made = null;",
      loader: "js",
      resolveDir: package_,
    }));
  },
};
