import { listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { type ListDependents, MOST_DEPENDENTS, scopeOf } from '#platform/queries/dependent.ts';

/** Verified answers of the assistant. */
export const listGoldenStatements: ListDependents = async (db, place) => {
  const questions = await listRows<{ id: string; question: string; sql: string }>(
    db,
    sql`select id, question, sql from golden_questions
        where project_id = ${place.projectId} and connector_id = ${place.connectorId}
        order by verified_at desc, id limit ${MOST_DEPENDENTS}`,
  );
  return questions.map(({ id, question, sql: statement }) => ({
    kind: 'golden' as const,
    id,
    name: question,
    url: `/settings/assistant?${scopeOf(place)}`,
    statements: [statement],
    tables: [],
  }));
};
