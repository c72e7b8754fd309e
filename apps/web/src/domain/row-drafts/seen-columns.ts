import type { TableDetails } from '@causeway/contract/tables/details.ts';
import type { SeenColumns } from '@causeway/contract/tables/edits.ts';
import { queryClient } from '#platform/api/query-client.ts';
import type { DraftSource } from './draft-query.ts';

/** The table as the page shows it, whichever project it is shown in. */
function isOfTable({ connectorId, name }: DraftSource, key: readonly unknown[]): boolean {
  const [area, , connector, kind, schema, table] = key;
  return (
    key.length === 6 &&
    area === 'connectors' &&
    connector === connectorId &&
    kind === 'tables' &&
    schema === name.schema &&
    table === name.table
  );
}

/** What the names on the page stand for; undefined where the table was never shown. */
export function seenColumns(source: DraftSource): SeenColumns | undefined {
  const shown = queryClient
    .getQueriesData<TableDetails>({ predicate: ({ queryKey }) => isOfTable(source, queryKey) })
    .flatMap(([, details]) => details ?? []);
  const [details] = shown;
  if (!details) return undefined;
  const numbers = details.columns.map(({ name, number }): [string, number] => [name, number]);
  return { oid: details.oid, columns: Object.fromEntries(numbers) };
}

/** A draft that speaks of columns by other names than the page: the page is old, and read again. */
export function readTableAgain(source: DraftSource, ofDraft: SeenColumns | undefined): void {
  const ofPage = seenColumns(source);
  if (!ofDraft || !ofPage || isSame(ofDraft, ofPage)) return;
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) => isOfTable(source, queryKey),
  });
}

function isSame(one: SeenColumns, other: SeenColumns): boolean {
  const names = Object.keys(one.columns);
  return (
    one.oid === other.oid &&
    names.length === Object.keys(other.columns).length &&
    names.every((name) => one.columns[name] === other.columns[name])
  );
}
