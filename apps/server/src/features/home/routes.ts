import { homeRoutes, type HomeWork } from '@causeway/contract/home.ts';
import type { UiLanguage } from '@causeway/contract/settings/settings.ts';
import type { AuthorizedProject } from '#platform/access/actor.ts';
import type { Db } from '#platform/db/database.ts';
import type { Mount } from '#platform/http/mount.ts';

/** Few of each: home says that there is something, its own page says what. */
const MOST = 4;

type Who = { project: AuthorizedProject; userId: string; limit: number };

/** Each from the feature whose it is. */
type HomeSources = {
  drafts(db: Db, who: Who): Promise<HomeWork['drafts']>;
  findings(db: Db, who: Who & { language: UiLanguage }): Promise<HomeWork['findings']>;
};

export function mountHome(mount: Mount, sources: HomeSources): void {
  mount('home', homeRoutes, {
    work: async ({ db, actor, query }) => {
      const who = { project: actor.project, userId: actor.user.id, limit: MOST };
      const [drafts, findings] = await Promise.all([
        sources.drafts(db, who),
        sources.findings(db, { ...who, ...query }),
      ]);
      return { drafts, findings };
    },
  });
}
