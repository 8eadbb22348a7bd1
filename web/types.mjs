// Which shapes does the server describe? Its OpenAPI document, as TypeScript: src/schema.ts is written by this and by nobody else.
//   npm run types [-- binary]      the document comes from `jadoube openapi`
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import openapiTS, { astToString } from "openapi-typescript";

const HEAD = "/* Generated from the server's OpenAPI document by `npm run types`; not written by hand. */\n\n";

/** The types of a document, as they are kept in src/schema.ts. */
export async function typesOf(document) {
  return HEAD + astToString(await openapiTS(document, { alphabetize: true }));
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const binary = [process.argv[2], "../target/release/jadoube", "../target/debug/jadoube"].find((path) => path && existsSync(path));
  if (!binary) throw new Error("no binary: cargo build -p jadoube");
  const document = JSON.parse(execFileSync(binary, ["openapi"], { encoding: "utf8", maxBuffer: 1 << 26 }));
  await writeFile("src/schema.ts", await typesOf(document));
  console.log("src/schema.ts");
}
