import { can } from '@causeway/contract/access.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { type RunRecord, runRoutes } from '@causeway/contract/runs.ts';
import { covers } from '@causeway/contract/scopes.ts';
import type { ProjectActor } from '#platform/access/actor.ts';
import { requireOwnWork } from '#platform/access/own-work.ts';
import { withoutWords } from '#platform/connectors/without-words.ts';
import type { Mount } from '#platform/http/mount.ts';
import { followEndedRuns } from './follower.ts';
import { findProjectRun, listProjectRuns, type ListedRun } from '#platform/runs/list.ts';
import type { Services } from '#platform/services.ts';

/** One list of all that goes on in a project, whatever kind it is of. */
export function mountRuns(mount: Mount, { runs, outbox }: Services): void {
  followEndedRuns(outbox);
  mount('runs', runRoutes, {
    list: async ({ db, actor }) => {
      const listed = await listProjectRuns(db, actor);
      return listed.map((run) => describe(run, actor));
    },

    cancel: async ({ db, actor, params }) => {
      const run = await findProjectRun(db, actor.project, params.runId);
      if (!run) throw new Failure('E_NOT_FOUND');
      requireOwnWork(actor, run.startedBy?.id);
      await runs.cancel(db, run.kind, run.subjectId);
      return null;
    },
  });
}

/** A key that could not look at what it is about is told that it goes on, and not what it is called. */
function describe(listed: ListedRun, actor: ProjectActor): RunRecord {
  const { user, project } = actor;
  const run = mayKnow(actor, listed)
    ? listed
    : { ...listed, title: '', error: listed.error && withoutWords(listed.error) };
  const isTheirs = run.startedBy?.id === user.id || can(project.role, 'work.manage');
  return { ...run, mayCancel: run.state !== 'ended' && isTheirs };
}

function mayKnow({ scopes }: ProjectActor, { kind, connectorId }: ListedRun): boolean {
  if (!scopes) return true;
  const isOfBucket = kind === 'storage-job' || kind === 'crawl';
  return covers(scopes, isOfBucket ? 'storage:read' : 'data:read', connectorId ?? undefined);
}
