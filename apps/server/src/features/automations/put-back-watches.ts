import { z } from 'zod';
import { trigger as triggerSchema } from '@causeway/contract/automations/definition.ts';
import type { Tx } from '#platform/db/database.ts';
import type { ActAs } from '#platform/operations/acting.ts';
import type { Services } from '#platform/services.ts';
import { installStatements } from './running/row-outbox.ts';
import { listWatches } from './taken-watches.ts';
import { installBy, placeOf } from './watch-install.ts';

const data = z.object({
  projectId: z.uuid(),
  by: z.uuid(),
  taken: z.array(z.object({ workflowId: z.uuid(), trigger: triggerSchema })),
});
type Asked = z.output<typeof data>;

/** As long as an evening: a database that is away when its project is brought back is asked again. */
const TRIES = 12;

/**
 * Puts back what was taken out of databases when a project was deleted, with the rights of who brings
 * it back. It begins with the project's return and outlives the process that brought it back. What can't be
 * put back is told where a workflow looks for its rows and finds that nothing notes them.
 */
export function definePuttingBack(
  { db, jobs }: Pick<Services, 'db' | 'jobs'>,
  actAs: ActAs,
): (tx: Tx, asked: { projectId: string; by: string; taken: unknown }) => Promise<void> {
  async function putBack({ projectId, by, taken }: Asked): Promise<void> {
    const ref = `run:restored:${projectId}`;
    const client = actAs({ kind: 'run', ref, onBehalfOf: by, within: projectId });
    const wanted = new Set((await listWatches(db, projectId)).map(placeOfWatch));
    const errors: unknown[] = [];
    for (const watch of taken) {
      const { workflowId, trigger } = watch;
      // Since then somebody may have drawn it anew, or deleted it.
      if (trigger.kind !== 'rows' || !wanted.has(placeOfWatch({ workflowId, trigger }))) continue;
      // Whatever it is, the others are put back all the same.
      await installBy(client, trigger, installStatements(workflowId, trigger)).catch((error) =>
        errors.push(error),
      );
    }
    if (errors.length > 0) throw errors[0];
  }

  const job = { name: 'workflows.put-back', data, retries: TRIES, run: putBack };
  jobs.define(job);
  return async (tx, { projectId, by, taken }) => {
    const watches = data.shape.taken.parse(taken);
    if (watches.length > 0) await jobs.enqueue(tx, job, { projectId, by, taken: watches });
  };
}

type Watch = Awaited<ReturnType<typeof listWatches>>[number];

function placeOfWatch({ workflowId, trigger }: Watch): string {
  return `${workflowId} ${placeOf(trigger)}`;
}
