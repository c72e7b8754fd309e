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
  /** Of the project: by which days begin and times are printed. */
  timeZone: string;
};

export type SavedRows = {
  fields: unknown[];
  /** JSON text, without the brackets of the list. */
  rows: Buffer;
  hasMore: boolean;
};

export type SavedRunner = {
  /**
   * Refuses who may not, before anything kept is looked at, and names the rights it would run with:
   * what one saw is shown to another only where these are the same.
   */
  admit(services: Services, call: Pick<SavedRun, 'db' | 'actor'>): Promise<string>;
  /** Runs it for whoever uses it: reading only, within the limits of the connector. */
  run(services: Services, run: SavedRun): Promise<SavedRows>;
};
