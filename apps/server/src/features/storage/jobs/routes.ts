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

export function mountStorageJobs(mount: Mount, { jobs }: Services, open: OpenStorage): void {
  mount('storageJobs', storageJobRoutes, {
    transfer: async ({ body, ...given }) => {
      const { kind, items, onClash } = body;
      const call = await open.writing(
        given,
        body.connector,
        items.flatMap(({ from, to }) => [from, to]),
      );
      checkTransfers(items);
      if (onClash === 'fail') refuseEqualTargets(items);
      return startJob(given.db, jobs, call, { kind, requested: items, onClash });
    },

    remove: async ({ body, ...given }) => {
      const call = await open.writing(given, body.connector, body.paths);
      const requested = body.paths.map((from) => ({ from, to: null }));
      const { permanent } = body;
      return startJob(given.db, jobs, call, { kind: 'delete', requested, permanent });
    },

    list: async ({ query, ...given }) => {
      const { connector, db } = await open.reading(given, query.connector);
      const rows = await listJobs(db, connector.id, query.limit);
      return Promise.all(rows.map((job) => describeJob(db, job)));
    },

    read: async ({ query, params, ...given }) => {
      const { connector, db } = await open.reading(given, query.connector);
      return describeJob(db, await readJob(db, connector.id, params.jobId));
    },

    cancel: async ({ body, params, ...given }) => {
      const { connector } = await open.writing(given, body.connector);
      const job = await readJob(given.db, connector.id, params.jobId);
      requireOwnWork(given, job.startedById);
      await cancelJob(given.db, job);
      return describeJob(given.db, await readJob(given.db, connector.id, params.jobId));
    },

    resume: async ({ body, params, ...given }) => {
      const { connector } = await open.writing(given, body.connector);
      const job = await readJob(given.db, connector.id, params.jobId);
      await resumeJob(given.db, jobs, job, body.onClash);
      return describeJob(given.db, await readJob(given.db, connector.id, params.jobId));
    },

    undo: async ({ body, params, ...given }) => {
      const call = await open.writing(given, body.connector);
      const job = await readJob(given.db, call.connector.id, params.jobId);
      return undoJob(given.db, jobs, call, job);
    },

    trash: async ({ query, ...given }) => {
      const { connector, db, addresses } = await open.reading(given, query.connector);
      return pageOfTrash(db, connector.id, query, addresses);
    },

    restore: async ({ body, ...given }) => {
      const call = await open.writing(given, body.connector);
      const { onClash } = body;
      const wanted = { kind: 'restore' as const, requested: [], isListed: true, onClash };
      return startJob(given.db, jobs, call, wanted, (job) => appendTrash(given.db, job, body));
    },

    purge: async ({ body, ...given }) => {
      const call = await open.writing(given, body.connector);
      const wanted = { kind: 'purge' as const, requested: [], isListed: true };
      return startJob(given.db, jobs, call, wanted, (job) => appendTrash(given.db, job, body));
    },
  });
}
