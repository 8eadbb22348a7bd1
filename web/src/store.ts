/* What does this browser keep for the page? Where it may keep nothing, or has no room left, the page remembers it as long as it is open. */

class Store {
  /** What the browser did not take. */
  private held = new Map<string, string>();

  constructor(private browsers: () => Storage) {}

  get(name: string): string | null {
    const held = this.held.get(name);
    if (held !== undefined) return held;
    try {
      return this.browsers().getItem(name);
    } catch {
      return null;
    }
  }

  set(name: string, value: string) {
    try {
      this.browsers().setItem(name, value);
      this.held.delete(name);
    } catch {
      this.held.set(name, value);
    }
  }

  remove(name: string) {
    this.held.delete(name);
    try {
      this.browsers().removeItem(name);
    } catch {
      // Then it was not kept either.
    }
  }

  /** Whether it outlives this page, so far as it is known at all. */
  outlives(name: string): boolean {
    return !this.held.has(name);
  }

  names(): string[] {
    let kept: string[] = [];
    try {
      kept = Object.keys(this.browsers());
    } catch {
      // What is held is all there is.
    }
    return [...new Set([...kept, ...this.held.keys()])];
  }

  /** What was kept as several values under one name; none where it cannot be read. */
  values(name: string): Record<string, unknown> {
    try {
      const kept: unknown = JSON.parse(this.get(name) ?? "{}");
      return typeof kept === "object" && kept !== null ? (kept as Record<string, unknown>) : {};
    } catch {
      return {};
    }
  }
}

/** Kept until it is removed. */
export const store = new Store(() => localStorage);
/** Kept for this tab. */
export const ofThisTab = new Store(() => sessionStorage);
