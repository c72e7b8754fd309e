import { Failure } from '@causeway/contract/errors.ts';
import { isAsking } from '@causeway/contract/dashboards/dashboards.ts';
import { missingFilters, readFilters } from '@causeway/contract/dashboards/filter-values.ts';
import type { Tx } from '#platform/db/database.ts';
import { tell } from '#platform/inbox/tell.ts';
import { createTurns, inTurns } from '#platform/limits/turns.ts';
import { languageOf } from '#platform/mail/layout.ts';
import type { ActAs } from '#platform/operations/acting.ts';
import type { Services } from '#platform/services.ts';
import { askTiles, isLost, openView } from '../ask-tiles.ts';
import type { Drawing } from '../drawing/drawing.ts';
import { writeMails } from './mail.ts';
import { nextSlot } from './next-slot.ts';
import {
  type Addressee,
  closeSlot,
  type Due,
  findSubscription,
  listUnsent,
  lockDue,
  markSent,
  type OpenSlot,
  takeOpen,
  writeMailings,
} from './queries.ts';
import { holdSubscription, markWaiting } from './states.ts';

export type SendNeeds = Pick<Services, 'db' | 'logger' | 'mailer' | 'secrets' | 'env'> & {
  actAs: ActAs;
  drawing: Drawing;
};

/** Results begun since the slot are shared with who looks at the dashboard. */
const MAX_AGE_SECONDS = 60;
/** What is shown and drawn is held in memory. */
const AT_ONCE = 3;
const AT_ONCE_A_PROJECT = 1;
export const BINDING = 'subscription';

/**
 * due: its time has come; its mails are written down, and it is moved on. Then the dashboard is
 * collected and drawn once, and each mail goes with the transaction that says it went: whoever takes
 * over after a crash sends the rest and nothing twice.
 * waiting: its project is deleted, or the project's time zone is not known here, so that no next time can
 * be told. It stays due and goes on when the project is restored, or has another zone.
 * held: for whom it is sent may not look any more; somebody takes it over.
 */
export async function sendDueSubscriptions(needs: SendNeeds): Promise<void> {
  // One that can't be sent is tried again later; the others do not wait for it.
  await inTurns(createTurns({ atOnce: AT_ONCE, ofOne: AT_ONCE_A_PROJECT }), {
    take: async (notOf) => {
      await writeDue(needs);
      return takeOpen(needs.db, notOf);
    },
    groupOf: ({ projectId }) => projectId,
    work: (open) => sendSlot(needs, open),
  });
}

async function writeDue(needs: SendNeeds): Promise<void> {
  for (;;) {
    const due = await needs.db.transaction(async (tx) => {
      const found = await lockDue(tx);
      if (found) await moveOn(needs, tx, found);
      return found;
    });
    if (!due) return;
  }
}

async function moveOn({ logger }: SendNeeds, tx: Tx, due: Due): Promise<void> {
  let next: Date;
  try {
    next = nextSlot(due, due.timeZone, new Date());
  } catch (error) {
    // Whatever it is, a zone that is not known here for one, trying again would end the same.
    logger.warn({ err: error, subscriptionId: due.id }, 'subscription without a next time');
    await wait(tx, due);
    return;
  }
  await writeMailings(tx, due, next);
}

/** Until its project has another zone; told once to who can see to it. */
async function wait(tx: Tx, due: Due): Promise<void> {
  const { id, authorId, projectId, timeZone: zone } = due;
  await tell(tx, {
    to: { people: [authorId] },
    projectId,
    kind: 'subscription.waiting',
    params: { ...(await markWaiting(tx, due)), zone },
    about: `subscription ${id}`,
    link: linkOf(due),
  });
}

async function sendSlot(needs: SendNeeds, open: OpenSlot): Promise<void> {
  const { db } = needs;
  const found = await findSubscription(db, open.id);
  // Its dashboard was deleted since.
  if (!found) return closeSlot(db, open, 0);
  const due = { ...found, slot: open.slot };
  const people = await listUnsent(db, open);
  const failed = await sendTo(needs, due, people, async (to, send) => {
    await db.transaction(async (tx) => {
      if (await markSent(tx, { ...open, ...to })) await send(tx);
    });
  });
  await closeSlot(db, open, failed);
}

/** How many tiles could not be read. Where none could, nobody but its author hears of it. */
export async function sendTo(
  needs: SendNeeds,
  due: Due,
  people: readonly Addressee[],
  each: (
    to: Addressee,
    send: (tx: Parameters<SendNeeds['mailer']['send']>[0]) => Promise<void>,
  ) => Promise<void>,
): Promise<number> {
  const { db, env, secrets, mailer, drawing } = needs;
  const { id, authorId: userId, projectId, dashboardId, asked } = due;
  let view;
  try {
    view = await openView(needs, { userId, ref: `subscription:${id}`, projectId, dashboardId });
  } catch (error) {
    if (!(error instanceof Failure) || !isLost(error)) throw error;
    await hold(db, due);
    return 0;
  }
  const { name: dashboard, filters } = view.dashboard;
  const missing = missingFilters(filters, readFilters(filters, asked));
  if (missing.length > 0) {
    const params = { dashboard, filters: missing.map(({ label }) => label).join(', ') };
    await tellAuthor(db, due, { kind: 'subscription.unfiltered', params });
    return view.dashboard.tiles.filter(isAsking).length;
  }
  const shown = await askTiles(view, { asked, maxAge: MAX_AGE_SECONDS, withImages: true });
  const asking = shown.filter(({ tile }) => isAsking(tile));
  const failed = asking.filter(({ rows }) => !rows).length;
  if (asking.length > 0 && failed === asking.length) {
    await tellAuthor(db, due, { kind: 'subscription.failed', params: { dashboard } });
    return failed;
  }
  const content = { view, shown, due };
  for (const language of ['en', 'de'] as const) {
    const readers = people.filter((to) => languageOf(to) === language);
    if (readers.length === 0) continue;
    const write = await writeMails({ drawing, origin: env.publicUrl }, content, language);
    for (const to of readers) {
      const { userId: reader, guestId } = to;
      const who = guestId === null ? { id, userId: reader } : { id, guestId };
      const token = secrets.seal(JSON.stringify(who), BINDING);
      const unsubscribe = {
        page: `${env.publicUrl}/shared/unsubscribe?token=${token}`,
        oneClick: `${env.publicUrl}/api/subscriptions/v1/unsubscribe?token=${token}`,
      };
      await each(to, (tx) => mailer.send(tx, write(to, unsubscribe)));
    }
  }
  return failed;
}

type Failing =
  | { kind: 'subscription.failed'; params: { dashboard: string } }
  | { kind: 'subscription.unfiltered'; params: { dashboard: string; filters: string } };

/** Nobody else gets a mail then, and nobody else can mend it. */
async function tellAuthor(db: SendNeeds['db'], due: Due, failing: Failing): Promise<void> {
  const { id, authorId, projectId } = due;
  await db.transaction((tx) =>
    tell(tx, {
      to: { people: [authorId] },
      projectId,
      about: `subscription ${id}`,
      link: linkOf(due),
      ...failing,
    }),
  );
}

/** Told to who can take it over: its author may not be in the project any more. */
async function hold(db: SendNeeds['db'], due: Due): Promise<void> {
  const { id, projectId } = due;
  await db.transaction(async (tx) => {
    const held = await holdSubscription(tx, id);
    if (!held) return;
    await tell(tx, {
      to: { atLeast: 'admin' },
      projectId,
      kind: 'subscription.held',
      params: held,
      about: `subscription ${id}`,
      link: linkOf(due),
    });
  });
}

function linkOf({ dashboardId, projectId }: Due): string {
  return `/dashboards/${dashboardId}?projectId=${projectId}`;
}
