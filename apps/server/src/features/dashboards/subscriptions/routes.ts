import { z } from 'zod';
import { can } from '@causeway/contract/access.ts';
import {
  confirmRoutes,
  subscriptionRoutes,
  unsubscribeRoutes,
} from '@causeway/contract/dashboards/subscriptions.ts';
import { missingFilters, readFilters } from '@causeway/contract/dashboards/filter-values.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { isTimeZone } from '@causeway/contract/time-zones.ts';
import type { Actor, Nobody, ProjectActor } from '#platform/access/actor.ts';
import { recordAct } from '#platform/audit/audit.ts';
import { readTimeZone } from '#platform/access/time-zone.ts';
import { type Db, readRow, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { Mount } from '#platform/http/mount.ts';
import type { Limit } from '#platform/limits/limiter.ts';
import { isPlainName } from '#platform/mail/names.ts';
import type { ActAs } from '#platform/operations/acting.ts';
import { SecretUnreadable } from '#platform/secrets/secrets.ts';
import type { Services } from '#platform/services.ts';
import { readDashboard } from '../dashboards.ts';
import type { Drawing } from '../drawing/drawing.ts';
import { CONFIRMING, guestAct, putGuests } from './ask-guests.ts';
import {
  confirmGuest,
  findQuestion,
  refuseForever,
  unsubscribeGuest,
  withoutGuests,
} from './guests.ts';
import { nextSlot } from './next-slot.ts';
import {
  type Addressee,
  changeSubscription,
  deleteSubscription,
  findSubscription,
  insertSubscription,
  listSubscriptions,
  unsubscribe,
} from './queries.ts';
import { BINDING, sendDueSubscriptions, sendTo } from './send.ts';

const answers: Limit = { name: 'guest-answers', burst: 30, seconds: 600 };
/** Asked by each look at the page, which is to leave people of one office their answers. */
const questions: Limit = { name: 'guest-page-looks', burst: 120, seconds: 600 };
const tests: Limit = { name: 'subscription-tests', burst: 5, seconds: 300 };
const subscriber = z.union([
  z.object({ id: z.uuid(), userId: z.uuid() }),
  z.object({ id: z.uuid(), guestId: z.uuid() }),
]);
const asked = z.object({ guestId: z.uuid() });

export function mountSubscriptions(
  mount: Mount,
  services: Services,
  { actAs, drawing }: { actAs: ActAs; drawing: Drawing },
): void {
  const { db: database, jobs, limiter, logger, mailer, secrets, env } = services;
  const needs = { db: database, logger, mailer, secrets, env, actAs, drawing };

  /** One's own; who may change dashboards sees and ends all. */
  async function readOne(
    db: Db,
    actor: ProjectActor,
    params: { dashboardId: string; subscriptionId: string },
  ) {
    const { id } = await readDashboard(db, actor, params.dashboardId);
    const [found] = await listSubscriptions(
      db,
      actor,
      sql`subscription.dashboard_id = ${id} and subscription.id = ${params.subscriptionId}`,
    );
    const seesAll = can(actor.project.role, 'dashboards.write');
    if (!found || !(found.isMine || seesAll)) throw new Failure('E_NOT_FOUND');
    return seesAll ? found : withoutGuests(found);
  }

  /** When it comes next, once it is sure that who asks may send it to these people. */
  async function slotOf(
    db: Db,
    { user, project }: ProjectActor,
    wanted: Parameters<typeof nextSlot>[0] & { recipients: string[] },
  ): Promise<Date> {
    const isForOthers = wanted.recipients.some((id) => id !== user.id);
    if (isForOthers && !can(project.role, 'dashboards.write')) throw new Failure('E_FORBIDDEN');
    const zone = await readTimeZone(db, project);
    if (!isTimeZone(zone)) {
      throw new Failure('E_VALIDATION', `The time zone of this project is not known here: ${zone}`);
    }
    return nextSlot(wanted, zone, new Date());
  }

  /** Not said is as it was; nobody is what everybody may say. */
  async function ask(
    tx: Tx,
    actor: ProjectActor,
    subscription: { id: string; dashboardId: string },
    emails: string[] | undefined,
  ): Promise<void> {
    if (emails === undefined) return;
    const isNobody = emails.length === 0 && !can(actor.project.role, 'dashboards.write');
    if (!isNobody) await putGuests(tx, services, { actor, subscription, emails });
  }

  async function stop(token: string, actor: Actor | Nobody) {
    const who = readToken(token, BINDING, subscriber);
    if (!('guestId' in who)) return unsubscribe(database, who);
    return database.transaction(async (tx) => {
      const left = await unsubscribeGuest(tx, who);
      if (left?.isFirst) await recordGuest(tx, actor, 'left', { ...left, id: who.guestId });
      return left;
    });
  }

  type Answering = { projectId: string; dashboardId: string; email: string; id: string };

  async function recordGuest(
    tx: Tx,
    actor: Actor | Nobody,
    what: 'confirmed' | 'left',
    { projectId, dashboardId, ...guest }: Answering,
  ): Promise<void> {
    await recordAct(tx, actor, { ...guestAct(what, dashboardId, guest), projectId });
  }

  function readToken<Content>(token: string, binding: string, content: z.ZodType<Content>) {
    try {
      return content.parse(JSON.parse(secrets.open(token, binding)));
    } catch (error) {
      if (error instanceof SecretUnreadable || error instanceof z.ZodError) {
        throw new Failure('E_TOKEN_EXPIRED');
      }
      throw error;
    }
  }

  mount('subscriptions', subscriptionRoutes, {
    list: async ({ db, params, actor }) => {
      const { id } = await readDashboard(db, actor, params.dashboardId);
      const all = await listSubscriptions(db, actor, sql`subscription.dashboard_id = ${id}`);
      const seesAll = can(actor.project.role, 'dashboards.write');
      return all
        .filter(
          ({ isMine, recipients }) =>
            seesAll || isMine || recipients.some((person) => person.id === actor.user.id),
        )
        .map((one) => (seesAll ? one : withoutGuests(one)));
    },
    create: async ({ db, params, body, actor }) => {
      const { id: dashboardId, filters } = await readDashboard(db, actor, params.dashboardId);
      if (missingFilters(filters, readFilters(filters, body.asked)).length > 0) {
        throw new Failure('E_FILTER_MISSING');
      }
      const nextAt = await slotOf(db, actor, body);
      const id = await insertSubscription(db, actor, { ...body, dashboardId, nextAt });
      await ask(db, actor, { id, dashboardId }, body.outside);
      return readOne(db, actor, { dashboardId, subscriptionId: id });
    },
    update: async ({ db, params, body, actor }) => {
      const { id } = await readOne(db, actor, params);
      const nextAt = await slotOf(db, actor, body);
      await changeSubscription(db, actor, { ...body, id, nextAt });
      await ask(db, actor, { id, dashboardId: params.dashboardId }, body.outside);
      return readOne(db, actor, params);
    },
    test: async ({ db, params, actor }) => {
      const { id } = await readOne(db, actor, params);
      const due = await findSubscription(db, id);
      if (!due) throw new Failure('E_NOT_FOUND');
      await limiter.take(tests, actor.user.id);
      const to = await readRow<Addressee>(
        db,
        sql`select id as "userId", null as "guestId", email, name, mail_language as language from users
            where id = ${actor.user.id}`,
      );
      await sendTo(needs, due, [to], async (_to, send) => send(db));
      return null;
    },
    remove: async ({ db, params, actor }) => {
      await deleteSubscription(db, (await readOne(db, actor, params)).id);
      return null;
    },
  });

  mount('unsubscribing', unsubscribeRoutes, {
    stop: async ({ body, actor }) => {
      const stopped = await stop(body.token, actor);
      return { dashboard: stopped?.dashboard ?? '' };
    },
    oneClick: async ({ query, actor }) => {
      await stop(query.token, actor);
      return null;
    },
  });

  mount('confirming', confirmRoutes, {
    question: async ({ body, actor }) => {
      await limiter.take(questions, actor.origin.network);
      const { guestId } = readToken(body.token, CONFIRMING, asked);
      const found = await findQuestion(database, guestId);
      if (!found) throw new Failure('E_TOKEN_EXPIRED');
      const shown = (name: string) => (isPlainName(name) ? name : null);
      return { project: shown(found.project), dashboard: shown(found.dashboard) };
    },
    answer: async ({ body, actor }) => {
      await limiter.take(answers, actor.origin.network);
      const { guestId } = readToken(body.token, CONFIRMING, asked);
      await database.transaction(async (tx) => {
        const isYes = body.answer === 'yes';
        const guest = await (isYes ? confirmGuest : refuseForever)(tx, guestId);
        if (!guest) throw new Failure('E_TOKEN_EXPIRED');
        await recordGuest(tx, actor, isYes ? 'confirmed' : 'left', { ...guest, id: guestId });
      });
      return null;
    },
  });

  jobs.define({
    name: 'dashboards.mailings',
    data: z.object({}),
    schedule: '* * * * *',
    run: () => sendDueSubscriptions(needs),
  });
}
