/* When does somebody want to be rid of what lies over the page? A telephone's way back asks for it, and so does Escape, wherever the
   focus is. Browsers that cannot be asked about it have the key alone, where they are given it. */

export interface Closing {
  destroy(): void;
}

declare const CloseWatcher: (new () => Closing & { onclose: (() => void) | null }) | undefined;

/** Calls `close` when that is asked for, until it is destroyed. */
export function onClose(close: () => void): Closing | null {
  if (typeof CloseWatcher === "undefined") return null;
  const watcher = new CloseWatcher();
  watcher.onclose = close;
  return watcher;
}
