import { type HappeningOf } from '@causeway/contract/happenings.ts';
import { runKinds, runPath } from '@causeway/contract/runs.ts';
import type { Tx } from '#platform/db/database.ts';
import { tell } from '#platform/inbox/tell.ts';
import type { Outbox } from '#platform/outbox/outbox.ts';

/** What took less is still before the eyes of who started it. */
const LONG_SECONDS = 20;

/** Work that ended behind somebody's back is put into their inbox. */
export function followEndedRuns(outbox: Outbox): void {
  outbox.follow({ name: 'inbox.runs', types: ['run.ended'], handle: tellOwner });
}

async function tellOwner(tx: Tx, { projectId, data }: HappeningOf<'run.ended'>): Promise<void> {
  const { runId, userId, outcome, title, seconds, wasAttended, ...subject } = data;
  const kind = runKinds.find((known) => known === subject.kind);
  if (!kind || !userId || outcome === 'cancelled' || wasAttended) return;
  if (outcome === 'done' && (seconds < LONG_SECONDS || kind === 'crawl' || kind === 'scan')) return;
  await tell(tx, {
    to: { people: [userId] },
    kind: outcome === 'done' ? 'run.ended' : 'run.failed',
    params: { title, run: kind },
    projectId,
    link: runPath({ ...subject, projectId, kind }),
    about: runId,
  });
}
