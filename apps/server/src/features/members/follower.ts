import type { HappeningOf } from '@causeway/contract/happenings.ts';
import type { Tx } from '#platform/db/database.ts';
import { tell } from '#platform/inbox/tell.ts';
import type { Outbox } from '#platform/outbox/outbox.ts';
import { findJoined, listWhoCares } from './queries.ts';

/** The owners, and who sent the invitation, hear that somebody joined. */
export function followJoining(outbox: Outbox): void {
  outbox.follow({ name: 'inbox.members', types: ['member.joined'], handle: tellWhoCares });
}

async function tellWhoCares(
  tx: Tx,
  { projectId, data }: HappeningOf<'member.joined'>,
): Promise<void> {
  const joined = await findJoined(tx, projectId, data.userId);
  // Gone again before anybody heard of it.
  if (!joined) return;
  await tell(tx, {
    to: { people: await listWhoCares(tx, projectId, data.invitedBy) },
    except: data.userId,
    kind: 'member.joined',
    params: joined,
    projectId,
    link: `/settings/members?projectId=${projectId}`,
    about: data.userId,
  });
}
