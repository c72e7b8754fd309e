import type { Database } from '#platform/db/database.ts';
import type { Events } from '#platform/events/events.ts';

/** Often enough to look live. */
const EVERY_MS = 250;

/**
 * Tells browsers that runs of a workflow moved on, at most once in a while: a notice in every commit
 * would queue all commits behind one lock.
 */
export function createRunNews(db: Database, events: Events) {
  const pending = new Map<string, string>();
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    timer = undefined;
    const told = [...pending];
    pending.clear();
    for (const [workflowId, projectId] of told) {
      const event = { type: 'workflow-runs.changed', projectId, workflowId } as const;
      // Screens read again when they come back; a run does not stop for them.
      void events.publish(db, { projectId }, event).catch(() => {});
    }
  }

  return {
    tell: (projectId: string, workflowId: string) => {
      pending.set(workflowId, projectId);
      timer ??= setTimeout(flush, EVERY_MS).unref();
    },
  };
}
