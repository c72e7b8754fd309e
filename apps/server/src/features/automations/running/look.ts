import { createHash } from 'node:crypto';
import type { Trigger } from '@causeway/contract/automations/definition.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { NOTHING_NOTED } from '@causeway/contract/automations/workflows.ts';
import { runMessage } from '@causeway/contract/automations/run-messages.ts';
import { sqlRoutes, type SqlResult } from '@causeway/contract/sql/sql.ts';
import { quoteIdentifier } from '#platform/db/sql.ts';
import type { Acting } from '#platform/operations/acting.ts';
import { installedStatement, MISSED, readStatement, watchName } from './row-outbox.ts';

/** What a look at a table or a folder found: runs to start, and where the next look begins. */
export type Looked = {
  /** `keyId` is of the API key that wrote what was found. */
  found: { key: string; trigger: unknown; keyId: string | undefined }[];
  position: unknown;
  lagMs: number | null;
  hasMore: boolean;
  /** How many changes that were noted are handed on by it. */
  changes?: number;
  /** What notes the rows is of an earlier version. */
  isOutdated?: boolean;
  /** What whoever looks after the workflow has to know. */
  warning?: string | undefined;
};

type RowsTrigger = Extract<Trigger, { kind: 'rows' }>;

/** Which API keys are behind transactions, by the numbers of those. */
export type FindKeys = (numbers: string[]) => Promise<Map<string, string>>;

type Looking = { workflowId: string; trigger: RowsTrigger; position: unknown; findKeys: FindKeys };

const MOST_ROWS = 500;

export function lookAtRows(client: Acting, looking: Looking): Promise<Looked> {
  const { connectorId, by } = looking.trigger;
  if (connectorId === null) throw new Failure('E_CONNECTOR_NOT_FOUND');
  return by.kind === 'outbox' ? readOutbox(client, looking) : poll(client, looking, by);
}

async function query(
  client: Acting,
  { connectorId }: { connectorId: string | null },
  sql: string,
  bindings: Record<string, unknown>,
): Promise<SqlResult> {
  const connector = { id: connectorId ?? '' };
  const body = { connector, sql, rowLimit: MOST_ROWS, screen: 'workflow' as const };
  const bound = Object.keys(bindings).length > 0 ? { bindings } : {};
  return client.call(sqlRoutes.read, { body: { ...body, ...bound } });
}

/** How far it was read; once changes were missed that stays said until the workflow is published anew. */
export type OutboxPosition = { tx: string; id: string; missed?: string };

async function readOutbox(
  client: Acting,
  { workflowId, trigger, position, findKeys }: Looking,
): Promise<Looked> {
  const from = (position ?? { tx: '0', id: '0' }) as OutboxPosition;
  const { tx, id } = from;
  const watch = watchName(workflowId, trigger);
  const { rows, hasMore } = await readNoted(client, trigger, { watch, tx, id });
  const noted = rows.map(([notedId, notedTx, op, text, , at]) => ({
    id: String(notedId),
    tx: String(notedTx),
    at: String(at),
    change: { op, row: JSON.parse(String(text)) as unknown },
  }));
  const changes = noted.filter(({ change }) => change.op !== MISSED);
  const last = noted.at(-1);
  const installed = rows.length > 0 ? undefined : await readInstalled(client, workflowId, trigger);
  const missed = noted.findLast(({ change }) => change.op === MISSED)?.at ?? from.missed;
  const keys = await findKeys(changes.map((change) => change.tx));
  return {
    found: inBatches(changes, trigger.batch, keys).map((batch) => ({
      key: keyOf(trigger.id, batch),
      trigger: payloadOf(batch.map(({ change }) => change)),
      keyId: keys.get(batch[0]?.tx ?? ''),
    })),
    position: {
      tx: last?.tx ?? tx,
      id: last?.id ?? id,
      ...(missed !== undefined && { missed }),
    } satisfies OutboxPosition,
    changes: noted.length,
    isOutdated: installed?.isCurrent === false,
    warning:
      installed?.isThere === false
        ? NOTHING_NOTED
        : missed && runMessage('changesMissed', { time: missed }),
    lagMs: rows.length === 0 ? 0 : Number(rows[0]?.[4] ?? 0),
    hasMore: hasMore ?? false,
  };
}

const NO_SUCH_TABLE = '42P01';

async function readNoted(
  client: Acting,
  trigger: RowsTrigger,
  from: { watch: string; tx: string; id: string },
): Promise<SqlResult> {
  try {
    return await query(client, trigger, readStatement(trigger), from);
  } catch (error) {
    if (!(error instanceof Failure) || error.details?.sqlState !== NO_SUCH_TABLE) throw error;
    throw new Failure(error.code, NOTHING_NOTED);
  }
}

/** A table without our trigger looks like one that never changes: it is asked for, not believed. */
export async function readInstalled(
  client: Acting,
  workflowId: string,
  trigger: RowsTrigger,
): Promise<{ isThere: boolean; isCurrent: boolean }> {
  const { rows } = await query(client, trigger, installedStatement(workflowId, trigger), {});
  const [isThere, isCurrent] = rows[0] ?? [];
  return { isThere: isThere === 'true', isCurrent: isCurrent !== 'false' };
}

/** `trigger.row` is the first, `trigger.rows` all of them. */
function payloadOf(changes: { op: unknown; row: unknown }[]) {
  return { op: changes[0]?.op, row: changes[0]?.row, rows: changes };
}

type Polling = Extract<RowsTrigger['by'], { kind: 'polling' }>;

/**
 * By a column that only rises. Rows that carry the last value seen are looked for once more, and told
 * apart by their content, so equal values lose none, also when there are more of them than one look
 * reads. What was there at first is not handed on, nor what has no value in the column.
 */
async function poll(
  client: Acting,
  { trigger, position, findKeys }: Looking,
  { column, lagSeconds }: Polling,
): Promise<Looked> {
  const table = `${quoteIdentifier(trigger.schema)}.${quoteIdentifier(trigger.table)}`;
  const name = quoteIdentifier(column);
  const known = position as Polled | null;
  if (known === null) {
    return { ...nothing, position: await readTop(client, trigger, { table, name }) };
  }
  const conditions = [
    `${name} is not null`,
    ...(known.value === null
      ? []
      : [`(${name} > :last or (${name} = :last and ${HASH} <> all(string_to_array(:seen, ','))))`]),
    ...(known.isMoment ? [`${name} < now() - make_interval(secs => :lag)`] : []),
  ];
  const bindings = {
    ...(known.value !== null && { last: known.value, seen: known.seen.join(',') }),
    ...(known.isMoment && { lag: lagSeconds }),
  };
  const sql = `select found.* from (select null::xid as xmin) nowhere
    cross join lateral (
      select ${name}::text as place, to_jsonb(t)::text as row_text, ${writerOf(table)} as tx
      from ${table} t where ${conditions.join(' and ')} order by t.${name}) found`;
  const { rows, hasMore } = await query(client, trigger, sql, bindings);
  const read = rows.map(([place, text, tx]) => ({
    place: String(place),
    hash: hashOf(String(text)),
    change: { op: 'change', row: JSON.parse(String(text)) as unknown },
    tx: String(tx ?? ''),
  }));
  const value = read.at(-1)?.place ?? known.value;
  const atTop = read.filter(({ place }) => place === value).map(({ hash }) => hash);
  const seen = value === known.value ? [...known.seen, ...atTop] : atTop;
  if (seen.length > MOST_EQUAL) {
    const message = runMessage('columnNotRising', { most: MOST_EQUAL, column });
    throw new Failure('E_RESULT_TOO_LARGE', message);
  }
  const keys = await findKeys(read.flatMap(({ tx }) => (tx === '' ? [] : tx)));
  return {
    found: inBatches(read, trigger.batch, keys).map((batch) => ({
      key: `r:${trigger.id}:${batch[0]?.place}:${batch[0]?.hash}`.slice(0, 300),
      trigger: payloadOf(batch.map(({ change }) => change)),
      keyId: keys.get(batch[0]?.tx ?? ''),
    })),
    position: { ...known, value, seen },
    lagMs: null,
    hasMore: hasMore ?? false,
  };
}

/**
 * The number of the transaction a row is from. Only tables of the database's own tell it: a view has no
 * such column, so its name means the one that stands around it, and other kinds are not asked.
 */
function writerOf(table: string): string {
  const named = `'${table.replaceAll("'", "''")}'`;
  return `case when (select relkind in ('r', 'p') from pg_catalog.pg_class
    where oid = cast(${named} as regclass)) then xmin::text end`;
}

/** How far polling has got: the value, and which rows that carry it were handed on. */
type Polled = { value: string | null; isMoment: boolean; seen: string[] };

/** All of them are kept with the watch and sent with every look. */
const MOST_EQUAL = 5_000;

/** What hashOf makes of a row, made by the database. */
const HASH = `left(encode(sha256(convert_to(to_jsonb(t)::text, 'UTF8')), 'hex'), 24)`;

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 24);
}

const nothing = { found: [], lagMs: null, hasMore: false };

async function readTop(
  client: Acting,
  trigger: RowsTrigger,
  { table, name }: { table: string; name: string },
): Promise<Polled> {
  const sql = `select max(${name})::text, pg_typeof(max(${name}))::text from ${table}`;
  const { rows } = await query(client, trigger, sql, {});
  const [value = null, type = ''] = rows[0] ?? [];
  const isMoment = String(type).startsWith('timestamp');
  if (value === null) return { value: null, isMoment, seen: [] };
  const top = await query(
    client,
    trigger,
    `select to_jsonb(t)::text from ${table} t where ${name} = :top`,
    { top: value },
  );
  return { value: String(value), isMoment, seen: top.rows.map(([text]) => hashOf(String(text))) };
}

/** What a key wrote and what others did are not given to one run: it is counted as somebody's. */
function inBatches<Item extends { tx: string }>(
  items: Item[],
  size: number,
  keys: Map<string, string>,
): Item[][] {
  const batches: Item[][] = [];
  for (const item of items) {
    const last = batches.at(-1);
    const isSame = last?.[0] && keys.get(last[0].tx) === keys.get(item.tx);
    if (last && isSame && last.length < size) last.push(item);
    else batches.push([item]);
  }
  return batches;
}

/** Of several by their end as well: what begins alike and has more in it is another. */
function keyOf(trigger: string, batch: readonly { tx: string; id: string }[]): string {
  const first = `r:${trigger}:${batch[0]?.tx}:${batch[0]?.id}`;
  return batch.length === 1 ? first : `${first}-${batch.at(-1)?.id}`;
}
