import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '@causeway/contract/errors.ts';
import { ifMissing } from '#platform/expected.ts';
import { currentParty, type Party } from '#platform/limits/party.ts';

/**
 * What exports of this process have on the disk, shared out: a few words make rows without an end. One
 * - is written: it grows, until it is whole
 * - is sent: it stays as it is, until its reader has it, goes away or reads no more
 * - gives way, written or sent, where its person, its project or all together have more than their
 *   share: of who has most of that, the one begun last
 */
export type ExportRoom = {
  /** From now on what is in the folder counts. What it answers ends that. */
  enter(folder: string, giveWay: (reason: Failure) => void): () => void;
  /** Measures all of them, and ends who has to give way. */
  look(): Promise<void>;
};

export type ExportShares = { perPerson: number; perProject: number; inAll: number };

type Place = { party: Party; folder: string; giveWay(reason: Failure): void };
type Held = { place: Place; bytes: number };

export function createExportRoom(shares: ExportShares): ExportRoom {
  const places = new Set<Place>();
  return {
    enter: (folder, giveWay) => {
      const place = { party: currentParty(), folder, giveWay };
      places.add(place);
      return () => places.delete(place);
    },
    look: async () => {
      const measured: Held[] = [];
      for (const place of places) {
        measured.push({ place, bytes: await bytesIn(place.folder) });
      }
      let held = measured.filter(({ place }) => places.has(place));
      for (;;) {
        const found = findTooMuch(held, shares);
        if (!found) return;
        held = held.filter((one) => one !== found.last);
        places.delete(found.last.place);
        found.last.place.giveWay(new Failure('E_EXPORT_TOO_LARGE', undefined, found.limit));
      }
    },
  };
}

function findTooMuch(
  held: Held[],
  { perPerson, perProject, inAll }: ExportShares,
): { last: Held; limit: { most: number } } | undefined {
  const bounds: [of: (party: Party) => string, most: number][] = [
    [({ person }) => person, perPerson],
    [({ project = '' }) => project, perProject],
    [() => '', inAll],
  ];
  for (const [of, most] of bounds) {
    for (const some of Map.groupBy(held, ({ place }) => of(place.party)).values()) {
      const last = sum(some) > most && lastOfLargest(some);
      if (last) return { last, limit: { most } };
    }
  }
  return undefined;
}

/** They are in the order in which they began. */
function lastOfLargest(held: Held[]): Held | undefined {
  const persons = Map.groupBy(held, ({ place }) => place.party.person).values();
  const [largest = []] = [...persons].toSorted((one, other) => sum(other) - sum(one));
  return largest.at(-1);
}

function sum(held: Held[]): number {
  return held.reduce((bytes, one) => bytes + one.bytes, 0);
}

/** What the disk gave for them: a file may be longer than that. */
async function bytesIn(folder: string): Promise<number> {
  let bytes = 0;
  for (const name of await readdir(folder).catch(ifMissing([]))) {
    const found = await stat(join(folder, name)).catch(ifMissing(undefined));
    bytes += (found?.blocks ?? 0) * 512;
  }
  return bytes;
}
