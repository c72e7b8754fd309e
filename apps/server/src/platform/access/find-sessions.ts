import type { Role } from '@causeway/contract/access.ts';
import type { Database } from '#platform/db/database.ts';
import { inBatches } from '#platform/db/in-batches.ts';
import { QuickStatement } from '#platform/db/quick-statement.ts';
import { type Sql, sql } from '#platform/db/sql.ts';
import {
  type About,
  accountColumns,
  type Found,
  foundFrom,
  isLivingSession,
  proofMinutes,
  roleNow,
  type Row,
  sessionColumns,
} from './find-actor.ts';
import { KnownSessions } from './known-sessions.ts';
import { hexHashOf } from './tokens.ts';

type Question = { token: string; about: About };

/**
 * Who sends a token, as `findActor` tells it, in one statement for all who wait: a page sends several
 * requests at once, and many people send theirs together. What is known already is only asked whether
 * it still holds.
 */
export function findSession(db: Database, token: string, about: About): Promise<Found | undefined> {
  let find = finders.get(db);
  if (!find) {
    const known = new KnownSessions<Row>(db);
    find = inBatches((questions: Question[]) => findAll(db, known, questions));
    finders.set(db, find);
  }
  return find({ token, about });
}

const finders = new WeakMap<Database, (question: Question) => Promise<Found | undefined>>();

/** What is asked several times, as by the requests of one page, is looked up once. */
async function findAll(
  db: Database,
  known: KnownSessions<Row>,
  questions: Question[],
): Promise<(Found | undefined)[]> {
  const all = questions.map((question) => asked(question));
  const keys = all.map((one) => one.join());
  const different = new Map(keys.map((key, index) => [key, all[index]!]));
  const found = await known.find([...different.keys()]);
  const missing = [...different].filter(([key]) => !found.has(key));
  const read = missing.length > 0 ? await known.read(() => readSessions(db, missing)) : undefined;
  return questions.map((question, index) => {
    const key = keys[index] ?? '';
    const row = found.get(key) ?? read?.get(key);
    return row && foundFrom(row, question, question.about);
  });
}

/**
 * With how long what was read holds if nothing is changed: time passes by itself. Beyond a minute
 * the session has to be noted as seen again.
 */
async function readSessions(db: Database, all: [key: string, asked: Asked][]) {
  const [[, first] = [], ...more] = all;
  const rows =
    first && more.length === 0
      ? await sessionOf.ask(db, ['1', ...first])
      : await sessionsOf.ask(db, listsOf(all.map(([, one]) => one)));
  return rows.map(([place, readAt, holdsFor, ...cells]) => ({
    key: all[Number(place) - 1]?.[0] ?? '',
    value: toRow(cells),
    readAt: Number(readAt),
    holdsFor: Number(holdsFor),
  }));
}

type Asked = [hash: string, projectId: string | null, connectorId: string | null];

function asked({ token, about }: Question): Asked {
  return [hexHashOf(token), idIn(about, 'projectId'), idIn(about, 'connectorId')];
}

/**
 * Postgres plans a list by its length, anew each time, unless a plan for any list seems as cheap. That
 * one is made for ten, so shorter ones are filled up with nobody.
 */
const SHORTEST_LIST = 12;

/** Neither hashes nor ids have anything in them that a list would have to quote. */
function listsOf(all: Asked[]): string[] {
  const length = Math.max(SHORTEST_LIST, all.length);
  return [0, 1, 2].map((part) => {
    const items = Array.from({ length }, (_, index) => all[index]?.[part] ?? 'NULL');
    return `{${items.join(',')}}`;
  });
}

/**
 * Seconds in which nothing comes to its end: the session, the proof of who they are, the minute after
 * which it is noted as seen.
 */
const holdsFor = sql`extract(epoch from least(interval '30 seconds', session.expires_at - now(),
  session.last_seen_at + interval '60 seconds' - now(),
  case when session.proved_at + make_interval(mins => ${proofMinutes}) > now()
    then session.proved_at + make_interval(mins => ${proofMinutes}) - now() end))`;

const sessionOf = statementFrom(
  sql`(select ${''}::int4 as place, decode(${''}, 'hex') as token_hash, ${''}::uuid as project_id,
    ${''}::uuid as connector_id) asked`,
);
const sessionsOf = statementFrom(
  sql`(select place, decode(hash, 'hex') as token_hash, project_id, connector_id
    from unnest(${''}::text[], ${''}::uuid[], ${''}::uuid[])
      with ordinality as given (hash, project_id, connector_id, place)) asked`,
);

function statementFrom(questions: Sql): QuickStatement {
  const { text } =
    sql`select asked.place, extract(epoch from now()), ${holdsFor}, ${accountColumns}, ${sessionColumns},
      member.project_id, ${roleNow} as role, connector.updated_at::text as connector_version
    from ${questions}
    join sessions session on session.token_hash = asked.token_hash
    join users account on account.id = session.user_id
    left join users staff on staff.id = session.impersonator_id
    left join connectors connector on connector.id = asked.connector_id
    left join project_members member on member.user_id = account.id
      and member.project_id = coalesce(asked.project_id, connector.project_id)
    where ${isLivingSession}`;
  return new QuickStatement(text);
}

/** The columns of the statement above behind the first three, one after the other. */
function toRow(cells: readonly (string | null)[]): Row {
  const [id, name, email, verified, staff, sessionId, seenAgo, isProved, ...more] = cells;
  const [impersonatorId, impersonatorName, ends, mode, projectId, role, version] = more;
  return {
    id: id ?? '',
    name: name ?? '',
    email: email ?? '',
    verified: verified === 't',
    staff: staff === 't',
    session_id: sessionId ?? null,
    seen_ago: Number(seenAgo),
    is_proved: isProved === 't',
    impersonator_id: impersonatorId ?? null,
    impersonator_name: impersonatorName ?? null,
    impersonation_ends: impersonatorId == null || !ends ? null : new Date(ends).toISOString(),
    impersonation_mode: (mode ?? null) as Row['impersonation_mode'],
    project_id: projectId ?? null,
    role: (role ?? null) as Role | null,
    connector_version: version ?? null,
  };
}

function idIn(about: About, name: 'projectId' | 'connectorId'): string | null {
  return (about as Partial<Record<typeof name, string>> | undefined)?.[name] ?? null;
}
