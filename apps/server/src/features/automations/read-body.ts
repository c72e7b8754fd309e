import type { Readable } from 'node:stream';
import { Failure } from '@causeway/contract/errors.ts';

/**
 * The body of a webhook as text. By events: an iterator costs a short body more than everything else
 * about it. One that is too long is refused as soon as that is known; what still comes of it is
 * dropped, and how long it may go on coming has a limit of its own (slow-bodies.ts).
 */
export function readBody(body: Readable | undefined, largest: number): Promise<string> {
  if (!body) return Promise.resolve('');
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let isWhole = false;
    body.on('data', (chunk: Buffer) => {
      size += chunk.byteLength;
      if (size <= largest) chunks.push(chunk);
      else reject(new Failure('E_RESULT_TOO_LARGE'));
    });
    // None of these comes twice, and once() would wrap each.
    body.on('end', () => {
      isWhole = true;
      const [only] = chunks;
      resolve((chunks.length === 1 && only ? only : Buffer.concat(chunks)).toString('utf8'));
    });
    body.on('error', reject);
    // It closes after its end, too, and an error with its stack would be made for every call.
    body.on('close', () => {
      if (!isWhole) reject(new Error('The body was cut off'));
    });
  });
}
