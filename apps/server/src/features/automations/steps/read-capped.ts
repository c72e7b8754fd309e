import { Failure } from '@causeway/contract/errors.ts';

const LARGEST = 5_000_000;

/** Somebody else decides how long an answer is; we decide how much of it we take. */
export async function readCapped(
  body: AsyncIterable<Uint8Array> | null | undefined,
  largest = LARGEST,
): Promise<string> {
  if (!body) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > largest) throw new Failure('E_RESULT_TOO_LARGE');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
