import type { ProjectActor } from '#platform/access/actor.ts';
import type { Database } from '#platform/db/database.ts';
import type { Services } from '#platform/services.ts';

/** A saved query on its way to the database or bucket it is about. */
export type SavedRun = {
  db: Database;
  actor: ProjectActor;
  signal: AbortSignal;
  sql: string;
  bindings: Record<string, string | null>;
  rowLimit: number;
};

export type SavedRows = {
  fields: unknown[];
  /** JSON text, without the brackets of the list. */
  rows: Buffer;
  hasMore: boolean;
};

/** Runs it for whoever uses it: reading only, within the limits of the connector. */
export type RunSaved = (services: Services, run: SavedRun) => Promise<SavedRows>;
