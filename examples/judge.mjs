// One incident before every code: `node examples/judge.mjs [RECORD]`, after `npm ci && npm run build` in bindings/npm.
import { readFileSync } from "node:fs";
import { load } from "../bindings/npm/dist/index.js";

const jadoube = await load();
const record = readFileSync(process.argv[2] ?? new URL("incident.jsonl", import.meta.url), "utf8");
for (const [code, { states }] of Object.entries(jadoube.judge(record).codes)) {
  console.log(code);
  const { rulings, options } = states.at(-1);
  for (const { text, clause } of rulings) console.log(`  ${text}  ${clause}`);
  for (const [party, rights] of Object.entries(options)) {
    for (const { text, clause } of rights) console.log(`  ${party} may: ${text}  ${clause}`);
  }
}
