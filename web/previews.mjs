// What is told of an address to whoever shows a link to it? By the beginning of the address; the server puts it into the page.
import { incidents } from "./incidents.mjs";

const PAGES = {
  "/": { title: "Jadoube: a board where everything can happen", text: "Touch a man and you have touched it. Play chess by the laws of the coffee house, of 1862, 1899, 1931 or today, with an arbiter who knows each code by heart." },
  "/audit": { title: "Audit games", text: "Drop a PGN file, and read what is irregular in its games under each code. The file stays on your machine." },
  "/compare": { title: "One question, every code’s answer", text: "The laws of chess side by side, from the coffee house to today." },
  "/game": { title: "A game of chess", text: "A board where everything can happen, with an arbiter who knows the law." },
  "/help": { title: "Help: the words of the laws", text: "What is Penalty C? What is a reading? A page for newcomers." },
  "/incidents": { title: "Incidents at the board", text: "What happened, and what does each code make of it? Answer, and see them all." },
  "/join": { title: "You are invited to a game of chess", text: "A chair is kept for you. Nobody needs an account." },
  "/judge": { title: "Judge an incident", text: "Set up a position, act it out at the board, and read what each code makes of it." },
  "/law": { title: "The law room", text: "The codes of chess, clause by clause, in our own words." },
  "/new": { title: "A new game", text: "Against the computer, with a friend, or both at one screen, under the laws you choose." },
};

export async function previews() {
  const told = (await incidents()).map(({ name, title, story, ask }) => [`/incidents/${name}`, { title, text: `${story} ${ask}` }]);
  return { ...PAGES, ...Object.fromEntries(told) };
}
