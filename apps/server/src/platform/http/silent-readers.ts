import type { ServerResponse } from 'node:http';

/**
 * Closes an answer whose reader has taken none of what waits for it for so long. On a slow line the
 * system takes over megabytes at a time and asks for more only when a third of them is gone.
 */
export const SILENT_READER_MS = 300_000;

export function closeWhenUnread(response: ServerResponse, ms: number): void {
  let seen = takenOf(response);
  const timer = setInterval(() => {
    const taken = takenOf(response);
    // Where nothing waits, it is what sends that is slow.
    if (taken === seen && response.writableLength > 0) response.destroy();
    seen = taken;
  }, ms);
  timer.unref();
  response.once('close', () => clearInterval(timer));
}

/** The socket counts what waits in it as written. */
function takenOf({ socket }: ServerResponse): number {
  return socket ? socket.bytesWritten - socket.writableLength : 0;
}
