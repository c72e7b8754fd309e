import {
  MOST_RECENT_PAGES,
  type RecentPage,
  recentPageRoutes,
  thingAt,
} from '@causeway/contract/recent-pages.ts';
import { changeRows, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { Mount } from '#platform/http/mount.ts';
import type { PersonalData } from '#platform/personal-data/personal-data.ts';

export function mountRecentPages(mount: Mount): void {
  mount('recentPages', recentPageRoutes, {
    list: ({ db, actor }) =>
      listRows<RecentPage>(
        db,
        sql`select url, name, visited_at as at from recent_pages where user_id = ${actor.user.id}
            order by visited_at desc limit ${MOST_RECENT_PAGES}`,
      ),

    remember: async ({ db, actor, body: { url, name } }) => {
      const { id } = actor.user;
      await changeRows(
        db,
        sql`insert into recent_pages (user_id, thing, url, name)
            values (${id}, ${thingAt(url)}, ${url}, ${name})
            on conflict (user_id, thing) do update set
              url = excluded.url, name = excluded.name, visited_at = excluded.visited_at`,
      );
      await changeRows(
        db,
        sql`delete from recent_pages where user_id = ${id} and thing not in (
              select thing from recent_pages where user_id = ${id}
              order by visited_at desc limit ${MOST_RECENT_PAGES})`,
      );
      return null;
    },
  });
}

export const personalDataOfRecentPages: PersonalData = {
  files: {
    'recent-pages': (db, { id }) =>
      listRows(
        db,
        sql`select url, name, visited_at as "visitedAt" from recent_pages where user_id = ${id}
            order by visited_at desc`,
      ),
  },
};
