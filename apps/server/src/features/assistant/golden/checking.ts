import type { ResultField } from '@causeway/contract/artifacts.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { sqlRoutes } from '@causeway/contract/sql/sql.ts';
import { z } from 'zod';
import type { Database } from '#platform/db/database.ts';
import { tell } from '#platform/inbox/tell.ts';
import { type ActAs, type Acting, endingWith } from '#platform/operations/acting.ts';
import type { Services } from '#platform/services.ts';
import { inPass } from './in-pass.ts';
import {
  type Checked,
  listAskedConnectors,
  listWatched,
  putChecked,
  type Watched,
} from './queries.ts';

/** Everything a statement can name, in one line: it changes when any of it does. */
const FINGERPRINT = `select md5(coalesce(string_agg(concat_ws(' ', n.nspname, c.relname, a.attname,
  a.atttypid, a.atttypmod), ',' order by n.nspname, c.relname, a.attnum), ''))
from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
where a.attnum > 0 and not a.attisdropped and c.relkind in ('r', 'p', 'v', 'm', 'f')
  and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg_%'`;

/** What says nothing about the statement: the database is away or busy, or who asks may not any more. */
const passing =
  /^E_(UPSTREAM|UNAVAILABLE|RATE_LIMITED|QUERY_TIMEOUT|QUERY_CANCELLED|BUSY|EGRESS|CONNECTOR|PROJECT|FORBIDDEN|INVALID_API_TOKEN|EMAIL_UNVERIFIED)/;
/** Of that, what another person may be answered all the same. */
const personal = /^E_(PROJECT|FORBIDDEN|INVALID_API_TOKEN|EMAIL_UNVERIFIED)/;

export function isPassing({ code }: Failure): boolean {
  return passing.test(code);
}

export function actingFor(actAs: ActAs, userId: string): Acting {
  return actAs({
    kind: 'assistant',
    ref: 'golden',
    onBehalfOf: userId,
    scopes: ['data:read'],
  });
}

/** The columns a statement gives; it runs whole, since some faults show only then. */
export async function columnsOf(
  as: Acting,
  connectorId: string,
  sql: string,
): Promise<ResultField[]> {
  const body = { sql, connector: { id: connectorId }, rowLimit: 1 };
  const { fields } = await as.call(sqlRoutes.read, { body });
  return fields.map(({ name, type }) => ({ name, type }));
}

/** How a verified statement stands now; undefined where nobody can tell at the moment. */
export async function checkGolden(
  as: Acting,
  golden: Pick<Watched, 'connectorId' | 'sql' | 'columns'>,
): Promise<Omit<Checked, 'fingerprint'> | undefined> {
  try {
    const columns = await columnsOf(as, golden.connectorId, golden.sql);
    const isSame = JSON.stringify(columns) === JSON.stringify(golden.columns);
    if (isSame) return { state: 'ok', problem: null };
    return { state: 'changed', problem: columns.map(({ name }) => name).join(', ') };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (isPassing(error)) return undefined;
    return { state: 'broken', problem: error.message.slice(0, 500) };
  }
}

/** It ran with the rights of its author: in what the database said of it rows may stand. */
export function withoutProblem<Told extends { problem: string | null }>(told: Told): Told {
  return { ...told, problem: null };
}

/** Looks every minute whether a schema changed behind verified questions. */
export function watchGolden(services: Services, actAs: ActAs): void {
  services.jobs.define({
    name: 'assistant.golden',
    data: z.object({}),
    schedule: '* * * * *',
    run: () => checkVerified(services, actAs),
  });
}

/** Runs those again behind which the schema changed; who verified one hears that it does not hold. */
export async function checkVerified({ db }: Pick<Services, 'db'>, actAs: ActAs): Promise<void> {
  await inPass(await listAskedConnectors(db), ({ connectorId }, signal) =>
    checkDatabase(db, endingWith(signal, actAs), connectorId),
  );
}

async function checkDatabase(db: Database, actAs: ActAs, connectorId: string): Promise<void> {
  const watched = await listWatched(db, connectorId);
  const people = watched.map(({ verifierId }) => verifierId);
  const asker = await findAsker(actAs, people, connectorId);
  if (!asker) return;
  const { fingerprint } = asker;
  for (const golden of watched.filter((one) => one.fingerprint !== fingerprint)) {
    const person = await whoChecks(actAs, golden.verifierId, asker);
    const checked = await checkGolden(actingFor(actAs, person), golden);
    if (checked) await settle(db, { ...golden, person }, { ...checked, fingerprint });
  }
}

/** Somebody who may ask a database now, and everything it has in one line. */
export type Asker = { userId: string; connectorId: string; fingerprint: string };

/** The first of them who may: one who was suspended keeps nobody else's from being looked at. */
export async function findAsker(
  actAs: ActAs,
  people: readonly string[],
  connectorId: string,
): Promise<Asker | undefined> {
  for (const userId of new Set(people)) {
    try {
      const fingerprint = await readFingerprint(actingFor(actAs, userId), connectorId);
      return fingerprint === undefined ? undefined : { userId, connectorId, fingerprint };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (!personal.test(error.code)) return undefined;
    }
  }
  return undefined;
}

/** What somebody wrote who may not ask any more is checked by who may: for people it goes on to count. */
export async function whoChecks(
  actAs: ActAs,
  author: string,
  { userId, connectorId }: Asker,
): Promise<string> {
  if (author === userId) return author;
  return (await findAsker(actAs, [author], connectorId))?.userId ?? userId;
}

type Checking = Watched & { person: string };

async function settle(db: Database, golden: Checking, checked: Checked): Promise<void> {
  const { id, projectId, connectorId, verifierId, person, question } = golden;
  const search = new URLSearchParams({ projectId, connectorId });
  await db.transaction(async (tx) => {
    const isKept = await putChecked(tx, golden, checked);
    if (!isKept || checked.state === 'ok' || golden.state !== 'ok') return;
    await tell(tx, {
      to: { people: [...new Set([verifierId, person])] },
      kind: 'golden.broken',
      params: { question, problem: checked.problem ?? '' },
      projectId,
      link: `/settings/assistant?${search.toString()}`,
      about: id,
    });
  });
}

async function readFingerprint(as: Acting, connectorId: string): Promise<string | undefined> {
  const body = { sql: FINGERPRINT, connector: { id: connectorId }, rowLimit: 1 };
  const { rows } = await as.call(sqlRoutes.read, { body });
  const value = rows[0]?.[0];
  return typeof value === 'string' ? value : undefined;
}
