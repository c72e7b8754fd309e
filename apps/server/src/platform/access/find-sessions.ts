import { type Database, listRows } from '#platform/db/database.ts';
import { inBatches } from '#platform/db/in-batches.ts';
import { prepared, sql } from '#platform/db/sql.ts';
import {
  type About,
  accountColumns,
  findActor,
  type Found,
  foundFrom,
  isLivingSession,
  roleNow,
  type Row,
  sessionColumns,
} from './find-actor.ts';
import { hashToken } from './tokens.ts';

type Question = { token: string; about: About };

/**
 * Who sends a token, as `findActor` tells it, in one statement for all who wait: a page sends several
 * requests at once, and many people send theirs together.
 */
export function findSession(db: Database, token: string, about: About): Promise<Found | undefined> {
  const find = finders.get(db) ?? inBatches((questions: Question[]) => findAll(db, questions));
  finders.set(db, find);
  return find({ token, about });
}

const finders = new WeakMap<Database, (question: Question) => Promise<Found | undefined>>();

async function findAll(db: Database, questions: Question[]): Promise<(Found | undefined)[]> {
  const [first, ...more] = questions;
  if (first && more.length === 0) {
    return [await findActor(db, { token: first.token }, first.about)];
  }
  const rows = await listRows<Row & { place: number }>(
    db,
    prepared(sql`select asked.place::int4 as place, ${accountColumns}, ${sessionColumns},
          member.project_id, ${roleNow} as role, connector.updated_at::text as connector_version
        from unnest(${questions.map(({ token }) => hashToken(token))}::bytea[],
            ${questions.map(({ about }) => idIn(about, 'projectId'))}::uuid[],
            ${questions.map(({ about }) => idIn(about, 'connectorId'))}::uuid[])
          with ordinality as asked (token_hash, project_id, connector_id, place)
        join sessions session on session.token_hash = asked.token_hash
        join users account on account.id = session.user_id
        left join users staff on staff.id = session.impersonator_id
        left join connectors connector on connector.id = asked.connector_id
        left join project_members member on member.user_id = account.id
          and member.project_id = coalesce(asked.project_id, connector.project_id)
        where ${isLivingSession}`),
  );
  const found: (Found | undefined)[] = questions.map(() => undefined);
  for (const row of rows) {
    const question = questions[row.place - 1];
    if (question) found[row.place - 1] = foundFrom(row, question, question.about);
  }
  return found;
}

function idIn(about: About, name: 'projectId' | 'connectorId'): string | null {
  return (about as Partial<Record<typeof name, string>> | undefined)?.[name] ?? null;
}
