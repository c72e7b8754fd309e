import { z } from 'zod';
import type { HappeningOf } from '@causeway/contract/happenings.ts';
import type { Database, Tx } from '#platform/db/database.ts';
import { tell } from '#platform/inbox/tell.ts';
import type { Services } from '#platform/services.ts';
import { type KeyAbout, listKeysOfLeaver, markWarned } from './queries.ts';

export function keyLink({ id, projectId }: { id: string; projectId: string }): string {
  return `/settings/api-keys/${id}?projectId=${projectId}`;
}

/** Owners and admins hear of keys that are held, owners of keys of their end. */
export function tellOfKeys({ db, jobs, outbox }: Services): void {
  outbox.follow({ name: 'inbox.keys', types: ['member.left'], handle: tellHeld });
  jobs.define({
    name: 'keys.warn',
    data: z.object({}),
    schedule: '23 * * * *',
    run: () => warnOfEnds(db),
  });
}

async function tellHeld(tx: Tx, { projectId, data }: HappeningOf<'member.left'>): Promise<void> {
  for (const key of await listKeysOfLeaver(tx, projectId, data.userId)) {
    await tell(tx, {
      to: { atLeast: 'admin' },
      kind: 'key.held',
      params: { key: key.name, person: key.ownerName },
      projectId,
      link: keyLink(key),
      about: key.id,
    });
  }
}

/** At 14 and 3 days and at its end, each once; what is younger than the warning is not warned of. */
export async function warnOfEnds(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    for (const { days, ...key } of await markWarned(tx)) await tellEnd(tx, key, days);
  });
}

async function tellEnd(tx: Tx, key: KeyAbout, days: number): Promise<void> {
  const { projectId } = key;
  const to = { people: [key.ownerId] };
  const about = `${key.id} ${days}`;
  const link = keyLink(key);
  if (days > 0) {
    const params = { key: key.name, days };
    await tell(tx, { to, kind: 'key.expiring', params, projectId, link, about });
  } else {
    await tell(tx, { to, kind: 'key.expired', params: { key: key.name }, projectId, link, about });
  }
}
