/** Puts a text into the clipboard; false where the browser does not let it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Over plain http there is no clipboard, and a browser may refuse: the older way may still do.
    return copyByEvent(text);
  }
}

function copyByEvent(text: string): boolean {
  let isTaken = false;
  const put = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    // What copies marked cells would take the event for its own.
    event.stopImmediatePropagation();
    isTaken = event.clipboardData !== null;
  };
  addEventListener('copy', put, { capture: true });
  try {
    // oxlint-disable-next-line typescript/no-deprecated -- nothing else copies without https
    return document.execCommand('copy') && isTaken;
  } catch {
    // Some browsers have it no more.
    return false;
  } finally {
    removeEventListener('copy', put, { capture: true });
  }
}
