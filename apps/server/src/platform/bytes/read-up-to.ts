import { Failure } from '@causeway/contract/errors.ts';

/** What was sent, as a whole, unless it is more than that. */
export async function readUpTo(
  sent: AsyncIterable<Uint8Array> | undefined,
  most: number,
): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of sent ?? []) {
    size += piece.length;
    if (size > most) throw new Failure('E_FILE_TOO_LARGE');
    pieces.push(piece);
  }
  return Buffer.concat(pieces, size);
}
