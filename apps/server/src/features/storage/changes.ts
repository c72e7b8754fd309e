import { TRASH_FOLDER } from '@causeway/contract/storage/trash-folder.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { Services } from '#platform/services.ts';
import { lockIndex } from './bucket-index/queries.ts';
import {
  type Growth,
  growIndex,
  indexRemoved,
  indexWritten,
  type IndexedObject,
} from './bucket-index/own-writes.ts';
import { parentOf } from './items.ts';
import type { WholeListings } from './objects/whole-listings.ts';

type Place = { projectId: string; connectorId: string };
export type Change = { written?: IndexedObject[]; removed?: string[] };

/**
 * Tells everybody who remembers or shows objects that some of them changed. The index learns of it in
 * the transaction that writes the change down, while its key is owned: told later, changes of two
 * jobs could arrive in another order than they happened.
 */
export type Changes = {
  /** Answers by how much the index grew; its sums are for the caller to tell. */
  index(db: Tx, connectorId: string, change: Change): Promise<Growth>;
  tell(db: Db, place: Place, paths: string[]): Promise<void>;
  note(db: Tx, place: Place, change: Change): Promise<void>;
};

/** In bytes: a notice has to fit into what Postgres passes on; beyond it, it means anywhere. */
const LONGEST_NOTICE = 5_000;

export function createChanges({ events }: Services, wholes: WholeListings): Changes {
  events.hearInstances((note) => {
    if ('objectsOf' in note) wholes.forget(note.objectsOf);
  });

  async function index(db: Tx, connectorId: string, { written = [], removed = [] }: Change) {
    if (!(await lockIndex(db, connectorId))) return { count: 0, bytes: 0 };
    const more = await indexWritten(db, connectorId, written.filter(isOfPeople));
    const less = await indexRemoved(db, connectorId, removed);
    return { count: more.count + less.count, bytes: more.bytes + less.bytes };
  }

  async function tell(db: Db, { projectId, connectorId }: Place, paths: string[]) {
    wholes.forget(connectorId);
    const folders = [...new Set(paths.map(parentOf))];
    const isShort = Buffer.byteLength(JSON.stringify(folders)) < LONGEST_NOTICE;
    await events.tellInstances(db, { objectsOf: connectorId });
    await events.publish(
      db,
      { projectId },
      { type: 'storage.changed', projectId, connectorId, folders: isShort ? folders : [] },
    );
  }

  return {
    index,
    tell,
    note: async (db, place, change) => {
      await growIndex(db, place.connectorId, await index(db, place.connectorId, change));
      const { written = [], removed = [] } = change;
      await tell(db, place, [...written.map(({ path }) => path), ...removed]);
    },
  };
}

function isOfPeople({ path }: IndexedObject): boolean {
  return !path.startsWith(TRASH_FOLDER);
}
