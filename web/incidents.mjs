// Which incidents are there? Each file of web/incidents is one; whoever adds a file has added an incident.
import { readFile, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = join(dirname(fileURLToPath(import.meta.url)), "incidents");

export async function incidents() {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".json")).sort();
  return Promise.all(files.map(async (file) => ({ name: file.replace(/\.json$/, ""), ...JSON.parse(await readFile(join(folder, file), "utf8")) })));
}

/** For esbuild: `import all from "jadoube:incidents"`. */
export const plugin = {
  name: "incidents",
  setup(build) {
    build.onResolve({ filter: /^jadoube:incidents$/ }, ({ path }) => ({ path, namespace: "incidents" }));
    build.onLoad({ filter: /.*/, namespace: "incidents" }, async () => ({ contents: JSON.stringify(await incidents()), loader: "json", watchDirs: [folder] }));
  },
};
