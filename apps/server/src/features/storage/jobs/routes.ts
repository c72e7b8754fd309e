import { storageJobRoutes } from '@causeway/contract/storage/jobs.ts';
import { requireOwnWork } from '#platform/access/own-work.ts';
import type { Mount } from '#platform/http/mount.ts';
import type { Services } from '#platform/services.ts';
import type { OpenStorage } from '../call.ts';
import { appendTrash, listJobs } from './queries.ts';
import {
  cancelJob,
  checkTransfers,
  describeJob,
  readJob,
  resumeJob,
  startJob,
  undoJob,
} from './start.ts';
import { refuseEqualTargets } from './settle-targets.ts';
import { pageOfTrash } from './trash.ts';

export function mountStorageJobs(mount: Mount, { runs }: Services, open: OpenStorage): void {
  mount('storageJobs', storageJobRoutes, {
    transfer: async ({ body, ...given }) => {
      const { kind, items, onClash } = body;
      const call = open.writing(
        given,
        items.flatMap(({ from, to }) => [from, to]),
      );
      checkTransfers(items);
      if (onClash === 'fail') refuseEqualTargets(items);
      return startJob(given.db, runs, call, { kind, requested: items, onClash });
    },

    remove: async ({ body, ...given }) => {
      const call = open.writing(given, body.paths);
      const requested = body.paths.map((from) => ({ from, to: null }));
      const { permanent } = body;
      return startJob(given.db, runs, call, { kind: 'delete', requested, permanent });
    },

    list: async ({ query, ...given }) => {
      const { connector, db } = open.reading(given);
      const rows = await listJobs(db, connector.id, query.limit);
      return Promise.all(rows.map((job) => describeJob(db, job)));
    },

    read: async ({ params, ...given }) => {
      const { connector, db } = open.reading(given);
      return describeJob(db, await readJob(db, connector.id, params.jobId));
    },

    cancel: async ({ params, ...given }) => {
      const { connector } = open.writing(given);
      const job = await readJob(given.db, connector.id, params.jobId);
      requireOwnWork(given.actor, job.startedById);
      await cancelJob(given.db, runs, job);
      return describeJob(given.db, await readJob(given.db, connector.id, params.jobId));
    },

    resume: async ({ body, params, ...given }) => {
      const { connector } = open.writing(given);
      const job = await readJob(given.db, connector.id, params.jobId);
      await resumeJob(given.db, runs, job, body.onClash);
      return describeJob(given.db, await readJob(given.db, connector.id, params.jobId));
    },

    undo: async ({ params, ...given }) => {
      const call = open.writing(given);
      const job = await readJob(given.db, call.connector.id, params.jobId);
      return undoJob(given.db, runs, call, job);
    },

    trash: async ({ query, ...given }) => {
      const { connector, db, addresses } = open.reading(given);
      return pageOfTrash(db, connector.id, query, addresses);
    },

    restore: async ({ body, ...given }) => {
      const call = open.writing(given);
      const { onClash } = body;
      const wanted = { kind: 'restore' as const, requested: [], isListed: true, onClash };
      return startJob(given.db, runs, call, wanted, (job) => appendTrash(given.db, job, body));
    },

    purge: async ({ body, ...given }) => {
      const call = open.writing(given);
      const wanted = { kind: 'purge' as const, requested: [], isListed: true };
      return startJob(given.db, runs, call, wanted, (job) => appendTrash(given.db, job, body));
    },
  });
}
