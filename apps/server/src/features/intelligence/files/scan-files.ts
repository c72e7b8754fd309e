import type { Check } from '@causeway/contract/intelligence/checks.ts';
import { isPattern, tableFormatOf } from '@causeway/contract/sql/files.ts';
import { TRASH_FOLDER } from '@causeway/contract/storage/trash-folder.ts';
import type { ProjectActor } from '#platform/access/actor.ts';
import { openBucket } from '#platform/connectors/storage/bucket.ts';
import { listPages } from '#platform/connectors/storage/list.ts';
import type { FilesCall } from '#platform/files/call.ts';
import type { Working } from '#platform/runs/run.ts';
import type { Services } from '#platform/services.ts';
import { keepFindings } from '../findings.ts';
import { noteClean, noteWithoutTable } from '../over.ts';
import { keepQueue, movePosition, type QueuedTable, type StoredScan } from '../scans.ts';
import { forgetTablesBefore, keepFiles, keepProfile, listKnownTables } from '../tables.ts';
import { isOfFile } from './ask-file.ts';
import { lookAtFile } from './look-at-file.ts';

const MOST_LISTED = 100_000;
const MOST_FILES = 5_000;
/** A scan looks at so many; those that nobody looked at for longest come first. */
const MOST_LOOKED = 200;
const SLICE_MS = 60_000;

const fileChecks: Check[] = ['gaps', 'duplicates', 'letters', 'personal'];

type Scanning = { services: Services; scan: StoredScan; actor: ProjectActor; working: Working };

/** A look at the tables among the files of a bucket, each written down before the next begins. */
export async function scanFiles(scanning: Scanning): Promise<'ended' | 'more'> {
  const { services, scan, actor, working } = scanning;
  const { db } = services;
  const opened = await services.openedConnectors.s3(db, actor.project);
  const call: FilesCall = { db, actor, opened, signal: working.signal };
  const queue = scan.queue ?? (await chooseFiles(scanning, call));
  const until = Date.now() + SLICE_MS;
  for (let { position } = scan; position < queue.length; position += 1) {
    working.tell({ done: position, total: queue.length });
    if (Date.now() > until) return 'more';
    await lookAt(services, scan, { call, path: queue[position]?.[1] ?? '', position });
  }
  return 'ended';
}

async function chooseFiles({ services, scan }: Scanning, call: FilesCall): Promise<QueuedTable[]> {
  const { db } = services;
  const { found, isWhole } = await listFiles(services, call);
  const known = await listKnownTables(db, scan.connectorId);
  const lookedAt = new Map(known.map((one) => [one.name, one.lookedAt ?? '']));
  await keepFiles(db, scan, found);
  await forgetTablesBefore(db, scan.connectorId, scan.queuedAt);
  const place = { connectorId: scan.connectorId, scanId: scan.id };
  if (isWhole) await noteWithoutTable(db, place, fileChecks);
  const waiting = found.toSorted((one, other) => {
    const [first, second] = [lookedAt.get(one) ?? '', lookedAt.get(other) ?? ''];
    return first < second ? -1 : first > second ? 1 : 0;
  });
  const queue = waiting.slice(0, MOST_LOOKED).map((path): QueuedTable => ['', path]);
  await keepQueue(db, scan.id, { queue, tables: found.length, unreadable: 0 });
  const left = found.length - queue.length;
  await movePosition(db, scan.id, { position: 0, looked: 0, left, found: 0, spentMs: 0 });
  return queue;
}

async function listFiles(
  services: Services,
  call: FilesCall,
): Promise<{ found: string[]; isWhole: boolean }> {
  const bucket = openBucket(services.buckets, call.opened.target);
  const found: string[] = [];
  let listed = 0;
  for await (const { objects } of listPages(bucket, '', { depth: 'all', signal: call.signal })) {
    listed += objects.length;
    for (const { path, byteSize } of objects) {
      const format = tableFormatOf(path);
      if (!format || format === 'xlsx' || path.startsWith(TRASH_FOLDER) || isPattern(path))
        continue;
      if (byteSize > 0) found.push(path);
    }
    if (found.length >= MOST_FILES || listed > MOST_LISTED) {
      return { found: found.slice(0, MOST_FILES), isWhole: false };
    }
  }
  return { found, isWhole: true };
}

type Turn = { call: FilesCall; path: string; position: number };

async function lookAt(
  services: Services,
  { projectId, connectorId, id: scanId }: StoredScan,
  { call, path, position }: Turn,
): Promise<void> {
  const began = performance.now();
  const look = await lookAtFile(services, call, path).catch((error: unknown) => {
    if (isOfFile(error)) return undefined;
    throw error;
  });
  const place = { projectId, connectorId, schema: '', table: path, readAs: null };
  await services.db.transaction(async (tx) => {
    let found = 0;
    if (look) {
      found = await keepFindings(tx, { ...place, scanId }, look.candidates);
      const { share } = look;
      await noteClean(tx, { connectorId, scanId }, { checks: fileChecks, ...place, share });
      await keepProfile(tx, place, {
        profile: look.profile,
        rhythm: undefined,
        partly: share < 1 ? 'size' : null,
      });
    }
    await movePosition(tx, scanId, {
      position: position + 1,
      looked: look ? 1 : 0,
      left: look ? 0 : 1,
      found,
      spentMs: performance.now() - began,
    });
  });
}
