import { Failure } from '@causeway/contract/errors.ts';
import { hashToken, makeToken } from '#platform/access/tokens.ts';
import { changeRows, type Db, findRow } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';

/**
 * A sign-in, or a proof, that takes more than one request: begun → finished, or dead after ten
 * minutes or five wrong tries. Only the tab that began it holds the secret: who brings just an
 * address or a code of a provider has nothing, so no sign-in can be planted into another's browser.
 *
 * second-factor: the password was right; user is the account
 * passkey: whose it is comes out at the end
 * passkey-proof, passkey-enrolment: by the signed-in user
 * oidc: a sign-in at the provider; oidc-link: of the signed-in user, to link or to prove
 * identity: proven at the provider, waits for its account to be signed in to
 * return: everything was proven, and the account is one that was given up
 */
export type FlowKind =
  | 'second-factor'
  | 'passkey'
  | 'passkey-proof'
  | 'passkey-enrolment'
  | 'oidc'
  | 'oidc-link'
  | 'identity'
  | 'return';

export type Flow<State = unknown> = { id: string; userId: string | null; state: State };

const MINUTES = 10;
const MOST_WRONG = 5;

export async function openFlow(
  { db, secrets }: { db: Db; secrets: Secrets },
  flow: { kind: FlowKind; userId?: string | undefined; state?: unknown },
): Promise<string> {
  const { token, hash } = makeToken();
  const id = crypto.randomUUID();
  const state = secrets.seal(JSON.stringify(flow.state ?? null), bindingOf(id));
  await changeRows(
    db,
    sql`insert into auth_flows (id, secret_hash, kind, user_id, state, expires_at)
        values (${id}, ${hash}, ${flow.kind}, ${flow.userId}, ${state},
          now() + make_interval(mins => ${MINUTES}))`,
  );
  return token;
}

/** A try is counted before it is looked at, so this must not run in a transaction that may fail. */
export async function tryFlow<State>(
  { db, secrets }: { db: Db; secrets: Secrets },
  kind: FlowKind,
  secret: string,
): Promise<Flow<State> & { isLastTry: boolean }> {
  const flow = await findRow<{ id: string; userId: string | null; state: string; wrong: number }>(
    db,
    sql`update auth_flows set wrong = wrong + 1
        where secret_hash = ${hashToken(secret)} and kind = ${kind} and expires_at > now()
          and wrong < ${MOST_WRONG}
        returning id, user_id as "userId", state, wrong`,
  );
  if (!flow) throw new Failure('E_TOKEN_EXPIRED');
  const state = JSON.parse(secrets.open(flow.state, bindingOf(flow.id))) as State;
  return { id: flow.id, userId: flow.userId, state, isLastTry: flow.wrong === MOST_WRONG };
}

/** Used up: of two who finish it at once, one does. */
export async function endFlow(db: Db, flow: { id: string }): Promise<void> {
  const ended = await changeRows(db, sql`delete from auth_flows where id = ${flow.id}`);
  if (ended === 0) throw new Failure('E_TOKEN_EXPIRED');
}

/** Whatever was begun with what is no longer true. */
export async function endFlowsOf(db: Db, userId: string): Promise<void> {
  await changeRows(db, sql`delete from auth_flows where user_id = ${userId}`);
}

function bindingOf(id: string): string {
  return `auth_flows:${id}`;
}
