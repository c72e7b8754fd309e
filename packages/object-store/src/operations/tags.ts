import type { StoredObject, Tag } from '../catalog/stored.ts';
import { StoreError } from '../http/errors.ts';
import type { StoreRequest } from '../http/request.ts';

export const MOST_OF_OBJECT = 10;

/** The tags a write brings along, written like a query. */
export function readTagHeader({ headers }: StoreRequest): Tag[] | undefined {
  const text = headers['x-amz-tagging'];
  if (!text) return undefined;
  const tags = [...new URLSearchParams(text)].map(([key, value]) => ({ key, value }));
  checkTags(tags, MOST_OF_OBJECT);
  return tags;
}

/** A copy has the tags of its source unless told to replace them. */
export function copyTags(request: StoreRequest, source: StoredObject): Tag[] | undefined {
  const directive = request.headers['x-amz-tagging-directive'] ?? 'COPY';
  if (directive !== 'COPY' && directive !== 'REPLACE') throw new StoreError('InvalidArgument');
  return directive === 'REPLACE' ? readTagHeader(request) : source.tags;
}

export function checkTags(tags: Tag[], most: number): void {
  if (tags.length > most) throw new StoreError('BadRequest', `There can be ${most} tags at most.`);
  const isTooLong = tags.some(({ key, value }) => !key || key.length > 128 || value.length > 256);
  if (isTooLong) {
    throw new StoreError('InvalidTag', 'A key has 1 to 128 characters, a value 256 at most.');
  }
  if (new Set(tags.map(({ key }) => key)).size < tags.length) {
    throw new StoreError('InvalidTag', 'Two tags have the same key.');
  }
}
