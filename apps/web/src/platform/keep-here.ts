/**
 * Keeps something in this browser. It may be full or forbid it, which is no reason for a page to fail:
 * what is kept here only is a convenience, or has the server or the unload question behind it.
 */
export function keepHere(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Whatever the browser says, there is nothing else to do.
  }
}
