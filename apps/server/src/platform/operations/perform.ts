import type { IncomingHttpHeaders } from 'node:http';
import { Failure } from '@causeway/contract/errors.ts';
import {
  type Actor,
  type AuthorizedProject,
  type Nobody,
  nobodyAt,
  type Origin,
} from '#platform/access/actor.ts';
import { authorize } from '#platform/access/authorize.ts';
import { actorFrom, type Found } from '#platform/access/find-actor.ts';
import { type Act, recordAct } from '#platform/audit/audit.ts';
import type { OpenedConnectors } from '#platform/connectors/opened.ts';
import { requireKeyRoom } from '#platform/credits/key-caps.ts';
import type { Database, Tx } from '#platform/db/database.ts';
import type { Limit, Limiter } from '#platform/limits/limiter.ts';
import { currentParty, onBehalfOf, type Party } from '#platform/limits/party.ts';
import type { Processes } from '#platform/processes/processes.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { Claim, Once } from './context.ts';
import {
  fingerprintOf,
  type KeyedRequest,
  onceInTransaction,
  onceOutside,
  onceRecorded,
} from './idempotency.ts';
import { handOver } from './hand-over.ts';
import type { Operation } from './operation.ts';
import { parseInput, type RawInput } from './parse-input.ts';

export type PerformServices = {
  db: Database;
  secrets: Secrets;
  limiter: Limiter;
  processes: Processes;
  openedConnectors: OpenedConnectors;
  requestLimit: Limit;
};

/** A call on its way to its operation, whichever way it came in. */
export type Call = {
  /** Who was found to stand behind it, if anybody. */
  found: Found | undefined;
  origin: Origin;
  input: RawInput;
  signal: AbortSignal;
  idempotencyKey: string | undefined;
  headers: IncomingHttpHeaders;
};

type AnyActor = (Actor & { project?: AuthorizedProject | undefined }) | Nobody;

/**
 * The one way to do anything in the product, for everybody who does: people over HTTP, and whatever
 * acts for them inside the server. In this order: may they, are they too quick, is the input right,
 * is the connector the one they mean, has this been done before, then the handler; and the answer's
 * schema drops what it does not name.
 */
export async function perform(
  services: PerformServices,
  operation: Operation,
  call: Call,
): Promise<unknown> {
  const { origin, found, headers, signal } = call;
  const actor: AnyActor = found ? actorFrom(found, origin) : nobodyAt(origin);
  if (actor.kind !== 'nobody') requireConnector(operation, call.input);
  authorize(operation, actor);
  await takeRequest(services, found, origin);
  const input = parseInput(operation, call.input, headers);
  const opened = await handOver(services, operation, actor, input);
  const context = { ...input, actor, opened, headers, signal };
  if (operation.stream) {
    return operation.handler({ ...context, db: services.db });
  }
  return onBehalfOf(partyOf(actor), () => act(services, operation, call, context));
}

/** Nobody's project is looked for where no connector was named: that is said instead. */
function requireConnector({ access }: Operation, { query, body }: Call['input']): void {
  if (typeof access === 'string' || !access.connector) return;
  const isNamed = [query, body].some(
    (part) => (part as { connector?: unknown } | null | undefined)?.connector !== undefined,
  );
  if (isNamed) return;
  throw new Failure('E_VALIDATION', 'Name the connector this is about.', {
    fields: [{ path: 'connector', message: 'Missing' }],
  });
}

/** A key has a limit of its own: one that is too quick must not keep its person out of the product. */
async function takeRequest(
  { limiter, requestLimit }: PerformServices,
  found: Found | undefined,
  { network }: Origin,
): Promise<void> {
  if (!found?.key) return limiter.takeOften(requestLimit, found?.user.id ?? network);
  const limit = { name: 'key-requests', burst: found.key.perMinute, seconds: 60 };
  return limiter.takeOften(limit, found.key.id);
}

/** Whatever acts for a person shares what that person has; a step of a run is still the key's. */
function partyOf(actor: AnyActor): Party {
  if (!actor.user) return { person: actor.origin.network };
  const key = actor.keyId ?? currentParty().key;
  return { person: actor.user.id, project: actor.project?.id, key };
}

type HandlerContext = { actor: AnyActor } & Record<string, unknown>;

async function act(
  services: PerformServices,
  operation: Operation,
  call: Call,
  context: HandlerContext,
): Promise<unknown> {
  const { db } = services;
  const { actor } = context;
  const run = async (on: Database | Tx, given: { once?: Once; claim?: Claim } = {}) => {
    const record = (done: Act, tx: Tx = on as Tx) => recordAct(tx, actor, done);
    // Not of what has been done before, under the same key of idempotency: that costs nothing more.
    if (operation.costs && actor.user && actor.keyId) await requireKeyRoom(on, actor.keyId);
    const answer = await operation.handler({ ...context, db: on, record, ...given });
    return operation.raw ? answer : operation.answer.parse(answer);
  };
  const { write } = operation;
  if (operation.method === 'GET' || write === 'repeatable') return run(db);
  const keyed = keyedRequest(operation, call, actor);
  if (write === 'recorded') return onceRecorded(services, keyed, (claim) => run(db, { claim }));
  if (write === 'judged') {
    return run(db, { once: (once) => (keyed ? onceOutside(services, keyed, once) : once()) });
  }
  if (write === 'outside') return keyed ? onceOutside(services, keyed, () => run(db)) : run(db);
  return keyed
    ? onceInTransaction(services, keyed, (tx) => run(tx))
    : db.transaction((tx) => run(tx));
}

function keyedRequest(
  operation: Operation,
  { idempotencyKey, input }: Call,
  actor: AnyActor,
): KeyedRequest | undefined {
  if (idempotencyKey === undefined) return undefined;
  return {
    // Whoever acts for somebody is not handed that person's answers.
    caller: actor.ref,
    key: checkedKey(idempotencyKey),
    fingerprint: fingerprintOf(operation, input),
  };
}

function checkedKey(key: string): string {
  if (/^[\x21-\x7e]{8,200}$/.test(key)) return key;
  throw new Failure('E_VALIDATION', 'Idempotency-Key: 8 to 200 visible characters.');
}
