import type { AskedFilters } from '@causeway/contract/dashboards/asked.ts';
import { emptyLocks } from '@causeway/contract/dashboards/link-locks.ts';
import { publicLinkRoutes } from '@causeway/contract/dashboards/links.ts';
import { type DashboardFilter, isTypedInto } from '@causeway/contract/dashboards/filters.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { hashPassword } from '#platform/access/passwords.ts';
import { makeToken } from '#platform/access/tokens.ts';
import type { Mount } from '#platform/http/mount.ts';
import { readDashboard } from '../dashboards.ts';
import { areLinksAllowed, deleteLink, insertLink, listLinks, listProjectLinks } from './queries.ts';

export function mountPublicLinks(mount: Mount): void {
  mount('publicLinks', publicLinkRoutes, {
    listAll: ({ db, actor }) => listProjectLinks(db, actor.project.id),
    list: async ({ db, params, actor }) =>
      listLinks(db, await readDashboard(db, actor, params.dashboardId)),
    create: async ({ db, params, body, actor, record }) => {
      const dashboard = await readDashboard(db, actor, params.dashboardId);
      if (!(await areLinksAllowed(db, actor.project.id))) throw new Failure('E_LINKS_OFF');
      const { password, ...wanted } = body;
      checkFilters(dashboard.filters, wanted);
      const { token, hash } = makeToken();
      const link = await insertLink(db, {
        ...wanted,
        projectId: actor.project.id,
        dashboardId: dashboard.id,
        authorId: actor.user.id,
        tokenHash: hash,
        passwordHash: password === undefined ? undefined : await hashPassword(password),
      });
      const { expiresAt, hasPassword, released, name } = link;
      const locked = Object.keys(link.locked).map((key) => key.slice('f.'.length));
      const told = { link: name, expiresAt, hasPassword, released, locked };
      const details = { name: dashboard.name, ...told };
      await record({ action: 'dashboard.link-created', target: dashboard.id, details });
      return { link, token };
    },
    revoke: async ({ db, params, actor, record }) => {
      const dashboard = await readDashboard(db, actor, params.dashboardId);
      const gone = await deleteLink(db, { id: params.linkId, dashboardId: dashboard.id });
      if (!gone) throw new Failure('E_LINK_NOT_FOUND');
      const details = { name: dashboard.name, link: gone.name };
      await record({ action: 'dashboard.link-revoked', target: dashboard.id, details });
      return null;
    },
  });
}

type Wanted = { released: string[]; locked: AskedFilters; allowsFreeValues: boolean };

/** A filter that is not there, both open and locked, locked to nothing, or free without a second yes is no link. */
function checkFilters(
  filters: readonly DashboardFilter[],
  { released, locked, allowsFreeValues }: Wanted,
): void {
  const lockedSlugs = Object.keys(locked).map((key) => key.slice('f.'.length));
  for (const slug of [...released, ...lockedSlugs]) {
    const filter = filters.find((one) => one.slug === slug);
    if (!filter) throw new Failure('E_VALIDATION', `There is no filter ${slug}.`);
    if (!released.includes(slug)) continue;
    if (lockedSlugs.includes(slug)) {
      throw new Failure('E_VALIDATION', `The filter ${slug} is both open and locked.`);
    }
    if (isTypedInto(filter) && !allowsFreeValues) {
      throw new Failure('E_VALIDATION', `The filter ${slug} takes anything; allow that first.`);
    }
  }
  const [empty] = emptyLocks(filters, locked);
  if (empty) throw new Failure('E_VALIDATION', `The filter ${empty.slug} is locked to no value.`);
}
