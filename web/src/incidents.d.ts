/* The collection of incidents: the files of web/incidents, put together when the page is built. */
declare module "jadoube:incidents" {
  import type { Act } from "./record.js";

  export interface Told {
    /** The name of its file. */
    name: string;
    title: string;
    /** The position it begins from, as FEN. */
    start: string;
    acts: Act[];
    story: string;
    /** The code the question is about. */
    code: string;
    ask: string;
  }

  const all: Told[];
  export default all;
}
