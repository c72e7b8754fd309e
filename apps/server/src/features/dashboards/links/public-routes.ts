import { createHash } from 'node:crypto';
import { z } from 'zod';
import { isAsking } from '@causeway/contract/dashboards/dashboards.ts';
import { publicViewRoutes } from '@causeway/contract/dashboards/links.ts';
import { type ErrorCode, Failure } from '@causeway/contract/errors.ts';
import type { Nobody } from '#platform/access/actor.ts';
import { isPassword } from '#platform/access/passwords.ts';
import { hashToken } from '#platform/access/tokens.ts';
import type { Mount } from '#platform/http/mount.ts';
import type { Limit } from '#platform/limits/limiter.ts';
import type { ActAs } from '#platform/operations/acting.ts';
import { SecretUnreadable } from '#platform/secrets/secrets.ts';
import type { Services } from '#platform/services.ts';
import { askTile, openView, type View } from '../ask-tiles.ts';
import { readImage } from '../tile-image.ts';
import { checkAsked, listChoices } from './choices.ts';
import { describeDashboard, describeRows, publicTiles } from './public-view.ts';
import { countOpen, findLink, type HeldLink } from './queries.ts';

/** By network, so that one reader can't use up what a link has for all of them. */
const looks: Limit = { name: 'shared-looks', burst: 240, seconds: 60 };
const lookups: Limit = { name: 'shared-lookups', burst: 60, seconds: 60 };
const ofLink: Limit = { name: 'shared-link', burst: 1_200, seconds: 60 };
const guesses: Limit = { name: 'shared-guesses', burst: 8, seconds: 600 };
const guessesOfLink: Limit = { name: 'shared-link-guesses', burst: 60, seconds: 3_600 };

/** Strangers do not decide how often a database is asked. */
const LEAST_AGE_SECONDS = 60;
const PASS_HOURS = 24;
const BINDING = 'shared pass';
const pass = z.object({ link: z.string(), mark: z.string(), until: z.number() });

type Holder = { token: string; pass?: string | undefined };

/**
 * The door of strangers. A token opens one link; what it may ask is read from the link for every
 * request, with the rights its author has at that moment, so that revoking, the end of a link and an
 * author who left count at once and on every instance. Whatever is not open is not there: 404.
 */
export function mountPublicView(mount: Mount, services: Services, actAs: ActAs): void {
  const { db, limiter, secrets } = services;

  async function findHeld(token: string, { origin }: Nobody): Promise<HeldLink> {
    const link = await findLink(db, hashToken(token));
    if (!link) {
      await limiter.take(lookups, origin.network);
      throw new Failure('E_LINK_NOT_FOUND');
    }
    return link;
  }

  async function admit(holder: Holder, actor: Nobody): Promise<HeldLink> {
    const link = await findHeld(holder.token, actor);
    await limiter.takeAll([
      [looks, `${link.id} ${actor.origin.network}`],
      [ofLink, link.id],
    ]);
    if (link.passwordHash !== null && !isPassOf(link, holder.pass)) {
      throw new Failure('E_LINK_PASSWORD');
    }
    return link;
  }

  function isPassOf(link: HeldLink, given: string | undefined): boolean {
    if (given === undefined) return false;
    try {
      const { link: id, mark, until } = pass.parse(JSON.parse(secrets.open(given, BINDING)));
      return id === link.id && mark === markOf(link) && until > Date.now();
    } catch (error) {
      if (error instanceof SecretUnreadable || error instanceof z.ZodError) return false;
      if (error instanceof SyntaxError || error instanceof TypeError) return false;
      throw error;
    }
  }

  async function view(link: HeldLink): Promise<View> {
    const { id, authorId: userId, projectId, dashboardId } = link;
    try {
      const ref = `link:${id}`;
      return await openView({ db, actAs }, { userId, ref, projectId, dashboardId });
    } catch (error) {
      // Its author has left, or may not any more: then it shows nothing to anybody.
      if (error instanceof Failure) throw new Failure('E_LINK_NOT_FOUND');
      throw error;
    }
  }

  mount('publicView', publicViewRoutes, {
    open: async ({ body, actor }) => {
      const link = await admit(body, actor);
      const { dashboard, timeZone } = await view(link);
      await countOpen(db, link);
      return describeDashboard(dashboard, link, timeZone);
    },
    unlock: async ({ body, actor }) => {
      const link = await findHeld(body.token, actor);
      await limiter.takeAll([
        [guesses, `${link.id} ${actor.origin.network}`],
        [guessesOfLink, link.id],
      ]);
      const isRight = await isPassword(link.passwordHash ?? undefined, body.password);
      if (!isRight) throw new Failure('E_PASSWORD_WRONG');
      const until = Date.now() + PASS_HOURS * 3_600_000;
      const text = JSON.stringify({ link: link.id, mark: markOf(link), until });
      return { pass: secrets.seal(text, BINDING) };
    },
    choices: async ({ body, actor, signal }) => {
      const link = await admit(body, actor);
      const opened = await view(link);
      const { slug } = body;
      const filter = opened.dashboard.filters.find((one) => one.slug === slug);
      if (!filter || !link.released.includes(slug) || `f.${slug}` in link.locked) {
        throw new Failure('E_LINK_NOT_FOUND');
      }
      const { [`f.${slug}`]: _own, ...asked } = body.asked;
      try {
        await checkAsked(opened, { link, asked }, signal);
        const wanted = { maxAge: LEAST_AGE_SECONDS, signal };
        return { values: (await listChoices(opened, { link, filter, asked }, wanted)) ?? [] };
      } catch (error) {
        throw toldOf(error);
      }
    },
    image: async ({ body, actor, signal }) => {
      const link = await admit(body, actor);
      const opened = await view(link);
      const tile = publicTiles(opened.dashboard, link).find(({ id }) => id === body.tileId);
      if (tile?.kind !== 'image') throw new Failure('E_LINK_NOT_FOUND');
      try {
        return { base64: (await readImage(opened, tile, { signal })).toString('base64') };
      } catch (error) {
        if (!(error instanceof Failure) || error.code === 'E_RATE_LIMITED') throw error;
        throw new Failure('E_LINK_UNREADABLE');
      }
    },
    rows: async ({ body, actor, signal }) => {
      const link = await admit(body, actor);
      const opened = await view(link);
      const tile = publicTiles(opened.dashboard, link).find(({ id }) => id === body.tileId);
      if (!tile || !isAsking(tile)) throw new Failure('E_LINK_NOT_FOUND');
      const asked = { ...body.asked, ...link.locked };
      try {
        await checkAsked(opened, { link, asked: body.asked }, signal);
        const rows = await askTile(opened, tile, { asked, maxAge: LEAST_AGE_SECONDS, signal });
        return describeRows(tile, rows, opened.dashboard.settings);
      } catch (error) {
        throw toldOf(error);
      }
    },
  });
}

const ofFilters = new Set<ErrorCode>(['E_LINK_VALUE', 'E_VALIDATION', 'E_FILTER_MISSING']);

/** What the database says is for those who know the database. */
function toldOf(error: unknown): unknown {
  if (!(error instanceof Failure) || error.code === 'E_RATE_LIMITED') return error;
  return new Failure(ofFilters.has(error.code) ? 'E_LINK_VALUE' : 'E_LINK_UNREADABLE');
}

/** Another password is another mark: passes of the old one end. */
function markOf({ passwordHash }: HeldLink): string {
  return createHash('sha256')
    .update(passwordHash ?? '')
    .digest('base64url');
}
