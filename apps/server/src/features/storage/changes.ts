import { TRASH_FOLDER } from '@causeway/contract/storage/jobs.ts';
import type { Db } from '#platform/db/database.ts';
import type { Services } from '#platform/services.ts';
import { indexRemoved, indexWritten, type IndexedObject } from './bucket-index/own-writes.ts';
import { parentOf } from './items.ts';
import type { WholeListings } from './whole-listings.ts';

type Place = { projectId: string; connectorId: string };
type Change = { written?: IndexedObject[]; removed?: string[] };

/** Tells everybody who remembers or shows objects that some of them changed. */
export type Changes = { note(db: Db, place: Place, change: Change): Promise<void> };

/** A notice has to fit into what Postgres passes on; beyond it, it means anywhere. */
const LONGEST_NOTICE = 5_000;

export function createChanges({ events }: Services, wholes: WholeListings): Changes {
  events.hearInstances((note) => {
    if ('objectsOf' in note) wholes.forget(note.objectsOf);
  });
  return {
    note: async (db, { projectId, connectorId }, { written = [], removed = [] }) => {
      wholes.forget(connectorId);
      await indexWritten(db, connectorId, written.filter(isOfPeople));
      await indexRemoved(db, connectorId, removed);
      const paths = [...written.map(({ path }) => path), ...removed];
      const folders = [...new Set(paths.map(parentOf))];
      const isShort = JSON.stringify(folders).length < LONGEST_NOTICE;
      await events.tellInstances(db, { objectsOf: connectorId });
      await events.publish(
        db,
        { projectId },
        { type: 'storage.changed', projectId, connectorId, folders: isShort ? folders : [] },
      );
    },
  };
}

function isOfPeople({ path }: IndexedObject): boolean {
  return !path.startsWith(TRASH_FOLDER);
}
