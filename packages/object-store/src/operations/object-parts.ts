import { StoreError } from '../http/errors.ts';
import type { Range } from '../http/range.ts';
import { queryText, type StoreRequest } from '../http/request.ts';
import type { Checksum } from '../http/body.ts';
import type { StoredObject } from '../catalog/stored.ts';

type FoundPart = Range & { checksum: Checksum | undefined };

/** The part a read asks for by its number. What was not uploaded in parts is one part, number 1. */
export function findPart(request: StoreRequest, object: StoredObject): FoundPart | undefined {
  const text = queryText(request, 'partNumber');
  if (text === undefined) return undefined;
  if (request.headers['range'] !== undefined) {
    throw new StoreError('InvalidRequest', 'Ask for a range or for a part.');
  }
  const number = Number(text);
  if (!/^\d{1,5}$/.test(text) || number < 1 || number > 10_000) {
    throw new StoreError('InvalidArgument', 'A part number is from 1 to 10000.');
  }
  const whole = [{ number: 1, size: object.size, checksum: object.checksum }];
  let start = 0;
  for (const part of object.parts ?? whole) {
    const end = start + part.size;
    // An empty range cannot be written down: an empty object is answered as a whole.
    if (part.number === number) {
      return end > start ? { start, end, checksum: part.checksum } : undefined;
    }
    start = end;
  }
  throw new StoreError('InvalidPartNumber');
}
