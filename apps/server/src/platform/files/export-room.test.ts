import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { onBehalfOf } from '#platform/limits/party.ts';
import { createExportRoom, type ExportRoom } from './export-room.ts';

const KB = 1024;

let root: string;
let room: ExportRoom;
let ended: string[];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'exports-'));
  room = createExportRoom({ perPerson: 400 * KB, perProject: 600 * KB, inAll: 800 * KB });
  ended = [];
});
afterEach(() => rm(root, { recursive: true }));

/** Named after who exports, for which project, and how much. */
async function grow(person: string, project: string, kilobytes: number) {
  const name = `${person} ${project} ${kilobytes}`;
  const folder = await mkdtemp(join(root, 'export-'));
  await writeFile(join(folder, 'rows'), Buffer.alloc(kilobytes * KB));
  return onBehalfOf({ person, project }, () => room.enter(folder, () => ended.push(name)));
}

test('SQL-8.13 of exports beyond the share of a person the last one gives way, and nobody else’s', async () => {
  await grow('Ann', 'shop', 300);
  await grow('Ben', 'shop', 100);
  await grow('Ann', 'shop', 200);
  await grow('Ben', 'shop', 100);
  await room.look();
  await room.look();
  expect(ended).toEqual(['Ann shop 200']);
});

test('SQL-8.13 in a project, and over all, who has most gives way, whoever came last', async () => {
  await grow('Ann', 'shop', 396);
  await grow('Ben', 'shop', 196);
  await room.look();
  expect(ended).toEqual([]);
  await grow('Eva', 'shop', 96);
  await room.look();
  expect(ended).toEqual(['Ann shop 396']);
  await grow('Tom', 'bank', 392);
  await room.look();
  expect(ended).toHaveLength(1);
  await grow('Uli', 'wood', 156);
  await room.look();
  expect(ended).toEqual(['Ann shop 396', 'Tom bank 392']);
});

test('SQL-8.13 what was read takes no room any more', async () => {
  const leave = await grow('Ann', 'shop', 396);
  leave();
  await grow('Ann', 'shop', 396);
  await room.look();
  expect(ended).toEqual([]);
});
