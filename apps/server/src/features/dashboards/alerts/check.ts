import { z } from 'zod';
import { type Dashboard, isAsking } from '@causeway/contract/dashboards/dashboards.ts';
import { completeRows, readNumber } from '@causeway/contract/drawing/number-reading.ts';
import { wallTimeIn } from '@causeway/contract/drawing/time-buckets.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { QueryRows } from '@causeway/contract/sql/queries.ts';
import type { Tx } from '#platform/db/database.ts';
import { createTurns, inTurns } from '#platform/limits/turns.ts';
import { tell } from '#platform/inbox/tell.ts';
import type { ActAs } from '#platform/operations/acting.ts';
import { happened } from '#platform/outbox/happened.ts';
import type { Services } from '#platform/services.ts';
import { askTile, isLost, openView } from '../ask-tiles.ts';
import { hear } from './hearing.ts';
import { judge, type Reading, type Verdict } from './judge.ts';
import { type DueAlert, lockState, markHeld, takeDue, writeVerdict } from './queries.ts';

/** What people looked at a moment ago is good enough to be judged. */
const MAX_AGE_SECONDS = 30;
const MOST_A_PASS = 500;
const AT_ONCE = 8;
const AT_ONCE_A_PROJECT = 2;

type Needs = Pick<Services, 'db' | 'events' | 'logger'> & { actAs: ActAs };

export async function checkDueAlerts(needs: Needs): Promise<void> {
  let left = MOST_A_PASS;
  await inTurns(createTurns({ atOnce: AT_ONCE, ofOne: AT_ONCE_A_PROJECT }), {
    take: async (notOf) => (left > 0 ? takeDue(needs.db, notOf) : undefined),
    groupOf: ({ projectId }) => projectId,
    work: (alert) => {
      left -= 1;
      return checkAlert(needs, alert);
    },
  });
}

/** Reads as its author, judges, and tells in the transaction that changes the state: once. */
export async function checkAlert(
  needs: Needs,
  alert: DueAlert,
  maxAge = MAX_AGE_SECONDS,
): Promise<void> {
  const { db, events } = needs;
  const reading = await readTile(needs, alert, maxAge);
  await db.transaction(async (tx) => {
    if (reading === 'lost') await hold(tx, alert);
    else await settle(tx, alert, reading);
    const { projectId, dashboardId } = alert;
    await events.publish(tx, { projectId }, { type: 'alerts.changed', projectId, dashboardId });
  });
}

async function readTile(
  { db, actAs }: Needs,
  alert: DueAlert,
  maxAge: number,
): Promise<Reading | 'lost'> {
  const { id, authorId: userId, projectId, dashboardId, asked, condition } = alert;
  try {
    const view = await openView(
      { db, actAs },
      { userId, ref: `alert:${id}`, projectId, dashboardId },
    );
    const tile = findTile(view.dashboard, alert.tileId);
    const rows = await askTile(view, tile, { asked, maxAge });
    return condition.kind === 'row'
      ? readKeys(rows, condition.keys)
      : readValue(completeRows(rows, wallTimeIn(rows.asOf, view.timeZone)), condition.kind);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return isLost(error) ? 'lost' : { kind: 'failed', error: messageOf(error) };
  }
}

function messageOf({ message, details }: Failure): string {
  const filters = z.array(z.string()).safeParse(details?.['filters']);
  return filters.success ? `${message} (${filters.data.join(', ')})` : message;
}

function findTile({ tiles }: Dashboard, id: string) {
  const tile = tiles.find((one) => one.id === id);
  if (!tile || !isAsking(tile)) throw new Failure('E_NOT_FOUND', 'The tile is gone.');
  return tile;
}

function readValue(rows: QueryRows, kind: 'threshold' | 'change'): Reading {
  const { value, before, trend } = readNumber(rows);
  if (rows.hasMore && trend.length > 0) {
    return { kind: 'failed', error: 'Too many rows to tell which one is the last.' };
  }
  if (kind === 'threshold') {
    return { kind: 'value', value: value.number, text: value.text };
  }
  const change = before?.change;
  if (change === undefined) return { kind: 'value', value: null, text: null };
  const percent = Math.round(change * 1_000) / 10;
  return { kind: 'value', value: percent, text: `${percent} %` };
}

/** Of a cut result nobody knows what appeared. */
function readKeys({ fields, rows, hasMore }: QueryRows, keys: string[]): Reading {
  if (hasMore) return { kind: 'failed', error: 'Too many rows to tell which ones are new.' };
  const places = keys.map((key) => fields.findIndex(({ name }) => name === key));
  const missing = keys.find((_, at) => (places[at] ?? -1) < 0);
  if (missing !== undefined) return { kind: 'failed', error: `There is no column ${missing}.` };
  const found = rows.map((row) => JSON.stringify(places.map((at) => row[at] ?? null)));
  return { kind: 'rows', keys: [...new Set(found)] };
}

async function settle(tx: Tx, alert: DueAlert, reading: Reading): Promise<void> {
  const before = await lockState(tx, alert.id);
  if (!before) return;
  const verdict = judge(before, alert, reading);
  const isCrossing = verdict.news === 'fired' || verdict.news === 'recovered';
  const transition = before.transition + (isCrossing ? 1 : 0);
  const error = reading.kind === 'failed' ? reading.error : null;
  const said = { ...verdict, ...hear(before, verdict, reading) };
  await writeVerdict(tx, alert.id, { ...said, transition, error });
  if (isCrossing) await tellOthers(tx, alert, verdict, transition);
  const { news } = said;
  if (news) await tellAuthor(tx, alert, { ...said, news, error, lasted: before.lasted });
}

/** So that a workflow can follow. */
async function tellOthers(tx: Tx, alert: DueAlert, { state, value }: Verdict, transition: number) {
  const { id: alertId, projectId, dashboardId, tileId, name } = alert;
  const data = { alertId, dashboardId, tileId, name, state, value, transition };
  await happened(tx, `alert ${alertId}`, { type: 'alert.changed', projectId, data });
}

type News = Pick<Verdict, 'value'> & {
  news: NonNullable<Verdict['news']>;
  error: string | null;
  lasted: number;
};

async function tellAuthor(
  tx: Tx,
  alert: DueAlert,
  { news, value, error, lasted }: News,
): Promise<void> {
  const { id, name: title, projectId, dashboardId, authorId } = alert;
  const about = {
    to: { people: [authorId] },
    projectId,
    about: `alert ${id}`,
    link: `/dashboards/${dashboardId}?projectId=${projectId}&alerts=open`,
  };
  const params = { title, value: value ?? '—' };
  if (news === 'fired') await tell(tx, { ...about, kind: 'alert.fired', params });
  else if (news === 'recovered')
    await tell(tx, { ...about, kind: 'alert.recovered', params: { ...params, lasted } });
  else if (news === 'mended') await tell(tx, { ...about, kind: 'alert.mended', params: { title } });
  else {
    const said = (error ?? '').slice(0, 500);
    await tell(tx, { ...about, kind: 'alert.broken', params: { title, error: said } });
  }
}

async function hold(tx: Tx, { id, name: title, projectId, dashboardId }: DueAlert): Promise<void> {
  const held = await markHeld(tx, id);
  if (!held) return;
  await tell(tx, {
    to: { atLeast: 'admin' },
    projectId,
    about: `alert ${id}`,
    kind: 'alert.held',
    params: { title, person: held.person },
    link: `/dashboards/${dashboardId}?projectId=${projectId}&alerts=open`,
  });
}
