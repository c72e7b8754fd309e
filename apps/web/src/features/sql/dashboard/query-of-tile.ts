import type {
  EditorTab,
  QueryParameter,
  RunParameter,
  SavedQuery,
} from '@causeway/contract/sql/queries.ts';

/** What is to be seen on a dashboard: a statement of a tab or the wizard, or a saved query as it is. */
export type SentSource =
  | {
      sql: string;
      tab: Pick<EditorTab, 'sql' | 'title' | 'parameters' | 'queryId'> &
        Partial<Pick<EditorTab, 'queryVersion'>>;
    }
  | { query: SavedQuery };

/**
 * How the statement comes to be a saved query, which is all a tile can name.
 * - as-is: it is one already, perhaps asked with other values than the saved ones
 * - changed: it is one, with changes that are not saved; a new version or a new query
 * - new: it is none, or only a part of one
 */
export type QueryPlan =
  | { kind: 'as-is'; query: SavedQuery; given: RunParameter[] }
  | { kind: 'changed'; query: SavedQuery; sql: string; parameters: QueryParameter[] }
  | { kind: 'new'; name: string; sql: string; parameters: QueryParameter[] };

export function planQuery(source: SentSource, saved: readonly SavedQuery[]): QueryPlan {
  if ('query' in source) return { kind: 'as-is', query: source.query, given: [] };
  const { sql, tab } = source;
  const { parameters } = tab;
  const query = saved.find(({ id }) => id === tab.queryId);
  if (query && bare(query.sql) === bare(sql)) {
    return { kind: 'as-is', query, given: differing(query, parameters) };
  }
  const isWhole = bare(tab.sql) === bare(sql);
  if (query?.isEditable && isWhole) {
    const version = tab.queryVersion ?? query.version;
    return { kind: 'changed', query: { ...query, version }, sql: tab.sql, parameters };
  }
  return { kind: 'new', name: tab.title, sql, parameters };
}

/** Values that are not those saved with the query. */
function differing({ parameters }: SavedQuery, asked: QueryParameter[]): RunParameter[] {
  const saved = new Map(parameters.map(({ name, value }) => [name, value]));
  return asked.flatMap(({ name, value }) =>
    value === null || saved.get(name) === value ? [] : [{ name, value }],
  );
}

function bare(sql: string): string {
  return sql.trim().replace(/;\s*$/, '').trim();
}
