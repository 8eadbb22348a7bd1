// Which shapes does the server describe? Its OpenAPI document, as TypeScript: src/schema.ts is written by this and by nobody else.
//   npm run types [-- binary | document.json]      the document comes from `jadoube admin openapi`
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import openapiTS, { astToString } from "openapi-typescript";

const HEAD = "/* Generated from the server's OpenAPI document by `npm run types`; not written by hand. */\n\n";

/** The types of a document, as they are kept in src/schema.ts. */
export async function typesOf(document) {
  // The shapes are enough: which addresses there are is held to the document by a test.
  return HEAD + astToString(await openapiTS({ ...document, paths: {} }, { alphabetize: true }));
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const binary = [process.argv[2], "../target/release/jadoube", "../target/debug/jadoube"].find((path) => path && existsSync(path));
  if (!binary) throw new Error("no binary: cargo build --bin jadoube");
  const text = binary.endsWith(".json") ? await readFile(binary, "utf8") : execFileSync(binary, ["admin", "openapi"], { encoding: "utf8", maxBuffer: 1 << 26 });
  const document = JSON.parse(text);
  await writeFile("src/schema.ts", await typesOf(document));
  console.log("src/schema.ts");
}
