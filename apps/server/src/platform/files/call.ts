import type { FilesProgress } from '@causeway/contract/sql/files.ts';
import type { ProjectActor } from '#platform/access/actor.ts';
import type { OpenedS3 } from '#platform/connectors/opened.ts';
import type { Db } from '#platform/db/database.ts';

/** Whose question it is, and about which bucket. */
export type FilesCall = {
  db: Db;
  actor: ProjectActor;
  opened: OpenedS3;
  signal: AbortSignal;
  onProgress?(progress: FilesProgress): void;
};

/** Tells how it goes, not more often than anybody can read. */
export class Progress {
  readonly #tell: (progress: FilesProgress) => void;
  #now: FilesProgress = { step: 'fetching', name: '', bytes: 0, totalBytes: 0, rows: 0 };
  #toldAt = 0;

  constructor(tell: FilesCall['onProgress']) {
    this.#tell = tell ?? (() => {});
  }

  get rows(): number {
    return this.#now.rows;
  }

  expect(totalBytes: number): void {
    this.#change({ totalBytes }, false);
  }

  step(step: FilesProgress['step'], name: string): void {
    this.#change({ step, name }, true);
  }

  addBytes(bytes: number): void {
    this.#change({ bytes: this.#now.bytes + bytes }, false);
  }

  setRows(rows: number): void {
    this.#change({ rows }, false);
  }

  #change(change: Partial<FilesProgress>, isNews: boolean): void {
    this.#now = { ...this.#now, ...change };
    if (!isNews && Date.now() - this.#toldAt < 100) return;
    this.#toldAt = Date.now();
    this.#tell(this.#now);
  }
}
