import type { Replacement } from '@causeway/contract/replace.ts';
import { DEFAULT_SCHEMA } from '@causeway/contract/table-names.ts';
import { filter as filterSchema, type Filter } from '@causeway/contract/filters.ts';

/** What a link to /sql/replace restores. */
export type ReplaceDraft = {
  schema: string;
  table: string | undefined;
  /** None are all that hold text or JSON. */
  columns: string[];
  find: string;
  replaceWith: string;
  isRegex: boolean;
  matchCase: boolean;
  wholeWord: boolean;
  where: string;
  /** Comes along from the explorer. */
  filter: Filter | undefined;
};

type Search = Readonly<Record<string, unknown>>;

export function readDraft(search: Search): ReplaceDraft {
  const [table] = listTexts(search['table']);
  return {
    schema: listTexts(search['schema'])[0] ?? DEFAULT_SCHEMA,
    table: table === '' ? undefined : table,
    columns: listTexts(search['column']),
    find: listTexts(search['find'])[0] ?? '',
    replaceWith: listTexts(search['with'])[0] ?? '',
    isRegex: search['regex'] === '1',
    matchCase: search['case'] !== '0',
    wholeWord: search['word'] === '1',
    where: listTexts(search['where'])[0] ?? '',
    filter: readFilter(listTexts(search['filter'])[0]),
  };
}

/** The part of a query string that stands for a draft, without what is as usual. */
export function draftToSearch(draft: ReplaceDraft): URLSearchParams {
  const search = new URLSearchParams();
  if (draft.schema !== DEFAULT_SCHEMA) search.set('schema', draft.schema);
  if (draft.table !== undefined) search.set('table', draft.table);
  for (const column of draft.columns) search.append('column', column);
  if (draft.find !== '') search.set('find', draft.find);
  if (draft.replaceWith !== '') search.set('with', draft.replaceWith);
  if (draft.isRegex) search.set('regex', '1');
  if (!draft.matchCase) search.set('case', '0');
  if (draft.wholeWord) search.set('word', '1');
  if (draft.where.trim() !== '') search.set('where', draft.where);
  if (draft.filter) search.set('filter', JSON.stringify(draft.filter));
  return search;
}

/** What is asked of the server; undefined until there is a table to look in and something to look for. */
export function replacementOf(draft: ReplaceDraft): Replacement | undefined {
  const { schema, table, columns, find, filter, where, ...how } = draft;
  if (table === undefined || find === '') return undefined;
  return {
    schema,
    table,
    find,
    ...how,
    ...(columns.length > 0 && { columns }),
    ...(filter && { filter }),
    ...(where.trim() !== '' && { where }),
  };
}

function readFilter(text: string | undefined): Filter | undefined {
  if (text === undefined) return undefined;
  try {
    return filterSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function listTexts(value: unknown): string[] {
  return [value].flat().filter((one) => typeof one === 'string');
}
