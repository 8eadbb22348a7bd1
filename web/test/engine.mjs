#!/usr/bin/env node
// An engine for the tests: it speaks just enough UCI, and plays the first of the moves it may choose from.
import { createInterface } from "node:readline";

const say = (line) => process.stdout.write(`${line}\n`);
createInterface({ input: process.stdin }).on("line", (line) => {
  const [word] = line.split(" ");
  if (word === "uci") {
    say("id name The First Move");
    say("uciok");
  } else if (word === "isready") say("readyok");
  else if (word === "go") {
    const may = / searchmoves (.+)/.exec(line)?.[1].split(" ") ?? ["0000"];
    say("info depth 1 score cp 0");
    say(`bestmove ${may[0]}`);
  } else if (word === "quit") process.exit(0);
});
