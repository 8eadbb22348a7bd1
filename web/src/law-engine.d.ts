/* The law in WebAssembly, where the page was built with it. */
declare module "jadoube:engine" {
  export const made: { load(): Promise<unknown>; loadAuditor(): Promise<unknown> } | null;
}
