import { createHash } from 'node:crypto';
import { Failure } from '@causeway/contract/errors.ts';
import { changeRows, type Database, findRow, type Tx } from '#platform/db/database.ts';
import { prepared, sql } from '#platform/db/sql.ts';
import type { Processes } from '#platform/processes/processes.ts';
import { type Secrets, SecretUnreadable } from '#platform/secrets/secrets.ts';
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

export async function onceOutside<Answer>(
  keeper: Keeper,
  request: KeyedRequest,
  act: () => Promise<Answer>,
): Promise<Answer> {
  const { db, secrets } = keeper;
  if (!(await insertKey(db, request, keeper.processes.id))) {
    return firstAnswer<Answer>(await readKey(db, request), keeper, request);
  }
  try {
    const answer = await act();
    await finish(db, secrets, request, answer);
    return answer;
  } catch (error) {
    // The act says itself that it did not take place; only then may it be tried again.
    const didNotHappen = error instanceof Failure && error.code !== 'E_OUTCOME_UNKNOWN';
    if (didNotHappen) await forget(db, request);
    else await letGo(db, request);
    throw error;
  }
}

type KeyRow = {
  fingerprint: Buffer;
  state: 'running' | 'done';
  answer: string | null;
  processId: string | null;
};

async function insertKey(db: Database | Tx, request: KeyedRequest, processId: string) {
  const inserted = await changeRows(
    db,
    prepared(sql`insert into idempotency_keys (caller, key, fingerprint, state, process_id)
        values (${request.caller}, ${request.key}, ${request.fingerprint}, 'running', ${processId})
        on conflict do nothing`),
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
  const isHeld = row.processId !== null && (await processes.findGone([row.processId])).size === 0;
  throw new Failure(isHeld ? 'E_IDEMPOTENCY_IN_PROGRESS' : 'E_OUTCOME_UNKNOWN');
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
  // Results that are passed through are JSON already; they are repeated as the text they are.
  const text = JSON.stringify(Buffer.isBuffer(answer) ? answer.toString() : (answer ?? null));
  const sealed = text.length > LARGEST_KEPT ? null : secrets.seal(text, bindingOf(request));
  await changeRows(
    db,
    prepared(sql`update idempotency_keys set state = 'done', answer = ${sealed}
        where caller = ${request.caller} and key = ${request.key}`),
  );
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
