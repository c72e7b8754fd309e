import type { Belonging } from '@causeway/contract/members/members.ts';
import type { AuthorizedProject } from '#platform/access/actor.ts';
import type { Db } from '#platform/db/database.ts';

/** Each area that keeps something for a member says here what becomes of it when they go. */
export type BelongingsSource = (
  db: Db,
  project: AuthorizedProject,
  userId: string,
) => Promise<Belonging[]>;
