import { type ListDependents, scopeOf } from '#platform/queries/dependent.ts';
import { statementOf } from './checking.ts';
import { listNamedMeasures } from './queries.ts';

/** What numbers mean. */
export const listMeasureStatements: ListDependents = async (db, place) => {
  const measures = await listNamedMeasures(db, place);
  return measures.map(({ id, name, ...placed }) => ({
    kind: 'measure' as const,
    id,
    name: name.en || name.de,
    url: `/settings/assistant?${scopeOf(place)}`,
    statements: [statementOf(placed)],
    tables: [],
  }));
};
