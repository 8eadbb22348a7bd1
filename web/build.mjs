// How does the page become the files that the server carries? One entry, split by page, hashed, and packed with Brotli beside
// the plain file: the server sends whichever the browser can open. `--watch` rebuilds on change.
import * as esbuild from "esbuild";
import { cp, mkdir, readFile, readdir, rm, stat, writeFile } from "node:fs/promises";
import { brotliCompressSync } from "node:zlib";
import { createHash } from "node:crypto";
import { plugin as engine, put as putModules } from "./engine.mjs";
import { plugin as incidents } from "./incidents.mjs";
import { previews } from "./previews.mjs";

const watch = process.argv.includes("--watch");
const out = "dist";

await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });

// The names of the hashed files have to reach index.html; nothing else in it changes.
const html = {
  name: "html",
  setup(build) {
    build.onEnd(async (result) => {
      if (result.errors.length > 0) return;
      const made = Object.entries(result.metafile.outputs);
      const of = (entry) => {
        const found = made.find(([, info]) => info.entryPoint === entry);
        if (!found) throw new Error(`no output for ${entry}`);
        return "/" + found[0].slice(out.length + 1);
      };
      const font = (name) => {
        const found = made.find(([path]) => path.includes(`/${name}-`) && path.endsWith(".woff2"));
        if (!found) throw new Error(`no type called ${name}`);
        return "/" + found[0].slice(out.length + 1);
      };
      const { law, audit } = await putModules(out);
      // What the page keeps for the hours without a network: everything but the licences; the law when there is time for it.
      const files = made.map(([path]) => path.slice(out.length)).filter((path) => /\.(js|css|woff2)$/.test(path));
      const kept = [...files, "/favicon.svg"].sort();
      const later = [...law, ...audit];
      const version = createHash("sha256").update([...kept, ...later].join(" ")).digest("hex").slice(0, 12);
      const worker = await readFile("src/sw.js", "utf8");
      await writeFile(`${out}/sw.js`, worker.replace("%VERSION%", version).replace("%FILES%", kept.join(" ")).replace("%LATER%", later.join(" ")).replace("%IDLE%", law.join(" ")));
      const page = await readFile("src/index.html", "utf8");
      const told = await previews();
      await writeFile(`${out}/previews.json`, JSON.stringify(told));
      await writeFile(
        `${out}/index.html`,
        page
          .replaceAll("%TITLE%", told["/"].title)
          .replaceAll("%TEXT%", told["/"].text)
          .replace("%SCRIPT%", of("src/main.ts"))
          .replace("%STYLE%", of("src/style/page.css"))
          .replace("%SERIF%", font("source-serif-4-latin-wght-normal"))
          .replace("%SANS%", font("source-sans-3-latin-wght-normal")),
      );
    });
  },
};

const options = {
  entryPoints: ["src/main.ts", "src/style/page.css"],
  bundle: true,
  format: "esm",
  splitting: true,
  minify: !watch,
  sourcemap: watch,
  target: ["es2022"],
  outdir: out,
  entryNames: "assets/[name]-[hash]",
  chunkNames: "assets/[name]-[hash]",
  assetNames: "assets/[name]-[hash]",
  metafile: true,
  loader: { ".woff2": "file" },
  legalComments: "linked",
  plugins: [engine, incidents, html],
  // The law's own script can read a file in Node; here it fetches.
  external: ["node:*"],
};

await cp("static", out, { recursive: true });
// The type is lent under the Open Font License, which travels with it.
for (const name of ["source-serif-4", "source-sans-3"]) {
  await cp(`node_modules/@fontsource-variable/${name}/LICENSE`, `${out}/assets/${name}.LICENSE.txt`);
}
if (watch) {
  const context = await esbuild.context(options);
  await context.watch();
  console.log("watching");
} else {
  await esbuild.build(options);
  let total = 0;
  for (const name of await readdir(out, { recursive: true })) {
    // Type is compressed already.
    if (/\.woff2$/.test(name)) total += (await stat(`${out}/${name}`)).size;
    if (!/\.(js|css|html|svg|wasm)$/.test(name)) continue;
    const packed = brotliCompressSync(await readFile(`${out}/${name}`));
    await writeFile(`${out}/${name}.br`, packed);
    if (!name.endsWith(".wasm")) total += packed.length;
    else if (packed.length > 500_000) {
      console.error(`dist: ${name} is ${packed.length} bytes compressed, expected at most 500,000`);
      process.exit(1);
    }
  }
  const kilobytes = Math.round(total / 1000);
  console.log(`dist: ${kilobytes} kB compressed, everything together`);
  // The promise is 300 kB for the first load; all pages together stay below it.
  if (kilobytes > 300) {
    console.error("dist: more than 300 kB compressed");
    process.exit(1);
  }
}
