import { createHash } from 'node:crypto';
import type { Trigger } from '@causeway/contract/automations/definition.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { runMessage } from '@causeway/contract/automations/run-messages.ts';
import { listing, storageRoutes } from '@causeway/contract/storage/objects.ts';
import { createPageCount } from '#platform/connectors/storage/endless-listing.ts';
import type { Acting } from '#platform/operations/acting.ts';
import type { Looked } from './look.ts';

type ObjectsTrigger = Extract<Trigger, { kind: 'objects' }>;

/** What a look has asked of a bucket so far: what breaks off has cost as much. */
export type Effort = { calls: number };

type Looking = {
  trigger: ObjectsTrigger;
  position: unknown;
  /** Which API keys are behind objects, by their paths. */
  findKeys(found: { path: string; updatedAt: string | null }[]): Promise<Map<string, string>>;
  effort: Effort;
};

const MOST_OBJECTS = 20_000;
/** Each is about a thousand objects, whatever their names, and its owner pays for it. */
const MOST_CALLS = 100;

/** By comparing the folder with what it was: what is new or has another content starts a run. */
export async function lookAtObjects(
  client: Acting,
  { trigger, position, findKeys, effort }: Looking,
): Promise<Looked> {
  if (trigger.connectorId === null) throw new Failure('E_CONNECTOR_NOT_FOUND');
  const before = position as { seen: Record<string, string> } | null;
  const listed = await listAll(client, trigger, effort);
  const objects = listed.filter(isNameable);
  const left = listed.length - objects.length;
  const warning = left > 0 ? runMessage('unnameableObjects', { objects: left }) : undefined;
  const seen: Record<string, string> = {};
  for (const { path, etag, updated_at: at } of objects) seen[path] = `${etag ?? ''} ${at ?? ''}`;
  const looked = { position: { seen }, lagMs: null, hasMore: false, warning };
  if (!before) return { ...looked, found: [] };
  const changed = objects.filter(({ path }) => before.seen[path] !== seen[path]);
  const keys = await findKeys(
    changed.map(({ path, updated_at: at }) => ({ path, updatedAt: at ?? null })),
  );
  return {
    ...looked,
    found: changed.map((object) => ({
      key: `o:${trigger.id}:${keyOf(object.path, seen[object.path])}`,
      trigger: {
        path: object.path,
        name: object.name,
        byteSize: object.byte_size,
        etag: object.etag,
        isNew: before.seen[object.path] === undefined,
      },
      keyId: keys.get(object.path),
    })),
  };
}

/** No text in Postgres can hold U+0000: one such object must not end the look at all others. */
function isNameable({ path }: { path: string }): boolean {
  return !path.includes('\0');
}

function keyOf(path: string, state: string | undefined): string {
  return createHash('sha256').update(`${path}\n${state}`).digest('hex').slice(0, 40);
}

async function listAll(client: Acting, trigger: ObjectsTrigger, effort: Effort) {
  const isWanted = patternTest(trigger.pattern);
  const connector = { id: trigger.connectorId ?? '' };
  const objects = [];
  let cursor: string | undefined;
  const count = createPageCount();
  const depth = trigger.below ? ('all' as const) : ('folder' as const);
  do {
    const at = { connector, path: trigger.prefix, depth };
    const query = { ...at, ...(cursor !== undefined && { cursor }) };
    effort.calls += 1;
    const page = listing.parse(await client.call(storageRoutes.list, { query }));
    objects.push(...page.items.filter(({ path, name }) => !path.endsWith('/') && isWanted(name)));
    if (objects.length > MOST_OBJECTS) throw tooManyObjects(MOST_OBJECTS);
    cursor = page.nextCursor ?? undefined;
    if (cursor === undefined) continue;
    count(cursor);
    if (effort.calls >= MOST_CALLS) throw tooManyObjects(MOST_CALLS * 1_000);
  } while (cursor !== undefined);
  return objects;
}

function tooManyObjects(most: number): Failure {
  return new Failure('E_RESULT_TOO_LARGE', runMessage('tooManyObjects', { most }));
}

/** `*` stands for anything; read from left to right, so its cost is the name's length. */
function patternTest(pattern: string): (name: string) => boolean {
  if (pattern === '') return () => true;
  const parts = pattern.split('*');
  return (name) => {
    const [first = '', ...rest] = parts;
    if (!name.startsWith(first)) return false;
    let at = first.length;
    for (const [index, part] of rest.entries()) {
      const isLast = index === rest.length - 1;
      const found = isLast ? name.length - part.length : name.indexOf(part, at);
      if (found < at || (isLast && !name.endsWith(part))) return false;
      at = found + part.length;
    }
    return rest.length > 0 || name === pattern;
  };
}
