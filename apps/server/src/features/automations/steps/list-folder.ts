import { runMessage } from '@causeway/contract/automations/run-messages.ts';
import { type Listing, listing, storageRoutes } from '@causeway/contract/storage/objects.ts';
import { createPageCount } from '#platform/connectors/storage/endless-listing.ts';
import type { Acting } from '#platform/operations/acting.ts';
import type { StepContext } from '../engine/executor.ts';

/** A step keeps so many entries, and fewer where their names are long. */
const MOST_ENTRIES = 10_000;
const MOST_CHARACTERS = 3_000_000;

/** All of a folder, folders first. One that is longer is cut, and the step's log says so. */
export async function listFolder(
  client: Acting,
  { node: { path }, run, signal, spend, log }: StepContext<'object'>,
  connector: { id: string },
): Promise<Listing> {
  const items: Listing['items'] = [];
  const count = createPageCount();
  let cursor: string | undefined;
  let characters = 0;
  do {
    if (cursor !== undefined) spend('calls', 1);
    const query = { connector, path, ...(cursor !== undefined && { cursor }) };
    const answer = await client.call(storageRoutes.list, { query }, { signal, requestId: run.id });
    const page = listing.parse(answer);
    items.push(...page.items);
    characters += JSON.stringify(page.items).length;
    cursor = page.nextCursor ?? undefined;
    if (cursor !== undefined) count(cursor);
  } while (cursor !== undefined && items.length < MOST_ENTRIES && characters < MOST_CHARACTERS);
  const isCut = cursor !== undefined;
  if (isCut) log(runMessage('entriesCut', { entries: items.length }));
  const isFolder = ({ path: one }: { path: string }) => one.endsWith('/');
  return {
    items: [...items.filter(isFolder), ...items.filter((item) => !isFolder(item))],
    nextCursor: cursor ?? null,
    total: isCut ? null : items.length,
    indexedAt: null,
  };
}
