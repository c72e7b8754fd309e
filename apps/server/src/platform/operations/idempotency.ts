import { createHash } from 'node:crypto';
import { Failure } from '@causeway/contract/errors.ts';
import { changeRows, type Database, findRow, type Tx } from '#platform/db/database.ts';
import { prepared, type Sql, sql } from '#platform/db/sql.ts';
import { notifying } from '#platform/events/notify.ts';
import type { Processes } from '#platform/processes/processes.ts';
import { type Secrets, SecretUnreadable } from '#platform/secrets/secrets.ts';
import type { Along, Claim } from './context.ts';
import type { Operation } from './operation.ts';
import type { RawInput } from './parse-input.ts';

/**
 * A write that carries an idempotency key happens once.
 *
 * In a transaction: the key is inserted first, so a second request with it waits at the unique
 * index until the first has ended. Committed: it finds the answer and gets it again. Rolled back:
 * nothing had happened, and it is now the first.
 *
 * Outside: the key is claimed ('running') and committed before the act, and answered ('done') after
 * it. A second request meanwhile is told to wait. A claim whose process is gone, or whose act broke
 * off, stays 'running' and is held by nobody: whether the act took place is not known, and that is
 * what the caller is told.
 *
 * Recorded: like outside, but neither claim nor answer waits for our disk. What is recorded before the
 * act does, and with it everything that was committed before, so the claim is there when the act takes
 * effect. An answer that a crash of the database takes along leaves the claim, held by nobody.
 */
export type KeyedRequest = { caller: string; key: string; fingerprint: Buffer };

type Keeper = { db: Database; secrets: Secrets; processes: Processes };

export const KEY_LIFETIME = '24 hours';
/** Answers beyond it are not kept: a repeated request is told that the first one took effect. */
const LARGEST_KEPT = 1_000_000;

type Named = Pick<Operation, 'name' | 'takes'>;

/** A streamed body is read once, by the act itself: the rest of the input has to stand for it. */
export function fingerprintOf({ name, takes }: Named, input: RawInput): Buffer {
  const { params, query, body } = input;
  return createHash('sha256')
    .update(`${name}\n${JSON.stringify([params, query, takes ? null : body])}`)
    .digest();
}

export function onceInTransaction<Answer>(
  keeper: Keeper,
  request: KeyedRequest,
  act: (tx: Tx) => Promise<Answer>,
): Promise<Answer> {
  return keeper.db.transaction(async (tx) => {
    if (!(await insertKey(tx, request, keeper.processes.id))) {
      return firstAnswer<Answer>(await readKey(tx, request), keeper, request);
    }
    const answer = await act(tx);
    await finish(tx, keeper.secrets, request, answer);
    return answer;
  });
}

export function onceOutside<Answer>(
  keeper: Keeper,
  request: KeyedRequest,
  act: () => Promise<Answer>,
): Promise<Answer> {
  const { db, secrets, processes } = keeper;
  const claiming = insertKey(db, request, processes.id);
  return holding(keeper, request, claiming, act, (answer) => finish(db, secrets, request, answer));
}

/** Without a key it is an act like any other. */
export async function onceRecorded<Answer>(
  keeper: Keeper,
  request: KeyedRequest | undefined,
  act: (claim: Claim) => Promise<Answer>,
): Promise<Answer> {
  const { db, processes } = keeper;
  const besides: Promise<void>[] = [];
  const beside = (work: Promise<void>) => {
    // Heard of below, or after an error that is told instead.
    work.catch(() => {});
    besides.push(work);
  };
  if (!request) {
    const answer = await act({ isOurs: Promise.resolve(), beside });
    await Promise.all(besides);
    return answer;
  }
  const claiming = insertKey(db, request, processes.id, lightly);
  const isOurs = claiming.then((isFirst) => {
    if (!isFirst) throw new Error('Done before under the same key');
  });
  isOurs.catch(() => {});
  let written: Along | undefined;
  const along = (given: Along) => void (written = given);
  const acting = act({ isOurs, beside, along });
  acting.catch(() => {});
  const remember = (result: Answer) => finishLightly(keeper, request, result, written);
  const answer = await holding(keeper, request, claiming, () => acting, remember);
  // Only now: it took place and is remembered, whatever becomes of what goes along with it.
  if (await claiming) await Promise.all(besides);
  return answer;
}

/** A claim of ours is held for as long as we work on it, and no longer. */
async function holding<Answer>(
  keeper: Keeper,
  request: KeyedRequest,
  claiming: Promise<boolean>,
  act: () => Promise<Answer>,
  remember: (answer: Answer) => Promise<void>,
): Promise<Answer> {
  const { db, processes } = keeper;
  const leave = hold(claimOf(request, processes.id));
  try {
    if (!(await claiming)) {
      leave();
      return await firstAnswer<Answer>(await readKey(db, request), keeper, request);
    }
    const answer = await act().catch(async (error: unknown) => {
      // The act says itself that it did not take place; only then may it be tried again.
      const didNotHappen = error instanceof Failure && error.code !== 'E_OUTCOME_UNKNOWN';
      if (didNotHappen) await forget(db, request);
      else await letGo(db, request);
      throw error;
    });
    await remember(answer);
    return answer;
  } finally {
    leave();
  }
}

/** How many of this process work on a claim, or ask for it. */
const held = new Map<string, number>();

function hold(claim: string): () => void {
  held.set(claim, (held.get(claim) ?? 0) + 1);
  let isHeld = true;
  return () => {
    if (!isHeld) return;
    isHeld = false;
    const left = (held.get(claim) ?? 1) - 1;
    if (left > 0) held.set(claim, left);
    else held.delete(claim);
  };
}

function claimOf({ caller, key }: KeyedRequest, processId: string): string {
  return `${processId} ${caller} ${key}`;
}

/** The transaction it stands in does not wait for our disk. */
const lightly = sql`set_config('synchronous_commit', 'off', true)`;

type KeyRow = {
  fingerprint: Buffer;
  state: 'running' | 'done';
  answer: string | null;
  processId: string | null;
};

async function insertKey(
  db: Database | Tx,
  request: KeyedRequest,
  processId: string,
  how: Sql = sql`null`,
) {
  const inserted = await changeRows(
    db,
    prepared(sql`with how as materialized (select ${how})
        insert into idempotency_keys (caller, key, fingerprint, state, process_id)
        select ${request.caller}, ${request.key}, ${request.fingerprint}::bytea, 'running',
          ${processId}::uuid
        from how on conflict do nothing`),
  );
  return inserted > 0;
}

async function readKey(db: Database | Tx, request: KeyedRequest): Promise<KeyRow> {
  const row = await findRow<KeyRow>(
    db,
    sql`select fingerprint, state, answer, process_id as "processId"
        from idempotency_keys where caller = ${request.caller} and key = ${request.key}`,
  );
  if (!row) throw new Failure('E_IDEMPOTENCY_IN_PROGRESS');
  return row;
}

async function firstAnswer<Answer>(
  row: KeyRow,
  { secrets, processes }: Keeper,
  request: KeyedRequest,
): Promise<Answer> {
  if (!row.fingerprint.equals(request.fingerprint)) throw new Failure('E_IDEMPOTENCY_KEY_REUSED');
  if (row.state === 'done' && row.answer !== null) {
    return JSON.parse(openAnswer(secrets, row.answer, request)) as Answer;
  }
  if (row.state === 'done') {
    throw new Failure(
      'E_OUTCOME_UNKNOWN',
      'The first request took effect. Its answer was too large to be kept.',
    );
  }
  const isHeld = await isHeldBy(row.processId, processes, request);
  throw new Failure(isHeld ? 'E_IDEMPOTENCY_IN_PROGRESS' : 'E_OUTCOME_UNKNOWN');
}

async function isHeldBy(
  processId: string | null,
  processes: Processes,
  request: KeyedRequest,
): Promise<boolean> {
  if (processId === null) return false;
  if (processId === processes.id) return held.has(claimOf(request, processId));
  return (await processes.findGone([processId])).size === 0;
}

function openAnswer(secrets: Secrets, sealed: string, request: KeyedRequest): string {
  try {
    return secrets.open(sealed, bindingOf(request));
  } catch (error) {
    if (!(error instanceof SecretUnreadable)) throw error;
    throw new Failure(
      'E_OUTCOME_UNKNOWN',
      'The first request took effect. Its answer can not be read any more.',
    );
  }
}

async function finish(
  db: Database | Tx,
  secrets: Secrets,
  request: KeyedRequest,
  answer: unknown,
): Promise<void> {
  await changeRows(db, prepared(remembering(secrets, request, answer)));
}

async function finishLightly(
  { db, secrets }: Keeper,
  request: KeyedRequest,
  answer: unknown,
  along?: Along,
): Promise<void> {
  const how = sql`with how as materialized (select ${lightly})`;
  const done = remembering(secrets, request, answer, sql`from how`);
  const whole = along
    ? sql`${how}, done as (${done}), along as (${along.write}) ${notifying(along.messages)}`
    : sql`${how} ${done}`;
  await changeRows(db, prepared(whole));
}

function remembering(
  secrets: Secrets,
  request: KeyedRequest,
  answer: unknown,
  from: Sql = sql``,
): Sql {
  // Results that are passed through are JSON already; they are repeated as the text they are.
  const text = JSON.stringify(Buffer.isBuffer(answer) ? answer.toString() : (answer ?? null));
  const sealed = text.length > LARGEST_KEPT ? null : secrets.seal(text, bindingOf(request));
  return sql`update idempotency_keys set state = 'done', answer = ${sealed} ${from}
    where caller = ${request.caller} and key = ${request.key}`;
}

async function letGo(db: Database, request: KeyedRequest): Promise<void> {
  await changeRows(
    db,
    sql`update idempotency_keys set process_id = null
        where caller = ${request.caller} and key = ${request.key}`,
  );
}

async function forget(db: Database, request: KeyedRequest): Promise<void> {
  await changeRows(
    db,
    sql`delete from idempotency_keys where caller = ${request.caller} and key = ${request.key}`,
  );
}

function bindingOf(request: KeyedRequest): string {
  return `idempotency:${request.caller}:${request.key}`;
}
