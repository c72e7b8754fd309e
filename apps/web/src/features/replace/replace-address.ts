import type { Replacement } from '@causeway/contract/replace.ts';
import { DEFAULT_SCHEMA } from '@causeway/contract/tables/names.ts';
import { filter as filterSchema, type Filter } from '@causeway/contract/tables/filters.ts';
import {
  type AddressSearch,
  findText,
  listTexts,
  readSearchDraft,
  type SearchDraft,
  writeSearchDraft,
} from './search-address.ts';

/** What a link to /sql/replace restores. */
export type ReplaceDraft = SearchDraft & {
  schema: string;
  table: string | undefined;
  /** None are all that hold text or JSON. */
  columns: string[];
  where: string;
  /** Comes along from the explorer, or is built here. */
  filter: Filter | undefined;
};

export function readDraft(search: AddressSearch): ReplaceDraft {
  const table = findText(search['table']);
  return {
    schema: findText(search['schema']) ?? DEFAULT_SCHEMA,
    table: table === '' ? undefined : table,
    columns: listTexts(search['column']),
    ...readSearchDraft(search),
    where: findText(search['where']) ?? '',
    filter: readFilter(findText(search['filter'])),
  };
}

/** The part of a query string that stands for a draft, without what is as usual. */
export function draftToSearch(draft: ReplaceDraft): URLSearchParams {
  const search = new URLSearchParams();
  if (draft.schema !== DEFAULT_SCHEMA) search.set('schema', draft.schema);
  if (draft.table !== undefined) search.set('table', draft.table);
  for (const column of draft.columns) search.append('column', column);
  writeSearchDraft(draft, search);
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
