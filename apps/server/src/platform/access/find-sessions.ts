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
  roleNow,
  type Row,
  sessionColumns,
} from './find-actor.ts';
import { hexHashOf } from './tokens.ts';

type Question = { token: string; about: About };

/**
 * Who sends a token, as `findActor` tells it, in one statement for all who wait: a page sends several
 * requests at once, and many people send theirs together.
 */
export function findSession(db: Database, token: string, about: About): Promise<Found | undefined> {
  let find = finders.get(db);
  if (!find) {
    find = inBatches((questions: Question[]) => findAll(db, questions));
    finders.set(db, find);
  }
  return find({ token, about });
}

const finders = new WeakMap<Database, (question: Question) => Promise<Found | undefined>>();

/** What is asked several times, as by the requests of one page, is looked up once. */
async function findAll(db: Database, questions: Question[]): Promise<(Found | undefined)[]> {
  const places = new Map<string, number>();
  const different: Asked[] = [];
  const placeOf = questions.map((question) => {
    const one = asked(question);
    const key = one.join();
    const known = places.get(key) ?? different.push(one) - 1;
    places.set(key, known);
    return known;
  });
  const [first, ...more] = different;
  const rows =
    first && more.length === 0
      ? await sessionOf.ask(db, ['1', ...first])
      : await sessionsOf.ask(db, listsOf(different));
  const found = new Map(rows.map(([place, ...cells]) => [Number(place) - 1, toRow(cells)]));
  return questions.map((question, index) => {
    const row = found.get(placeOf[index] ?? -1);
    return row && foundFrom(row, question, question.about);
  });
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
  const { text } = sql`select asked.place, ${accountColumns}, ${sessionColumns},
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

/** The columns of the statement above behind the place, one after the other. */
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
