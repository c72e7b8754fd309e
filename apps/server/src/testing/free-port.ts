import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below those that systems give out to who asks for any (Linux from 32768, others from 49152). */
const LOWEST = 20_000;
const HIGHEST = 31_999;

/**
 * A port nobody listens on, so that any number of checkouts can be tested side by side. One that the
 * system picks could be given a second time to the product's own database or object store, which start
 * first and take any.
 */
export async function findFreePort(): Promise<number> {
  const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST + 1));
  const server = createServer();
  const listening = once(server, 'listening');
  server.listen(port, '127.0.0.1');
  try {
    await listening;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    return findFreePort();
  }
  server.close();
  await once(server, 'close');
  return port;
}
