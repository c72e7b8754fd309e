import { addressToPath, pathToAddress } from '../storage/object-path.ts';
import { DEFAULT_SCHEMA, type TableName } from '../tables/names.ts';

/** A table of a connector that has another name now. */
export type TableRename = { connectorId: string; before: TableName; after: TableName };

/**
 * The address of a page about the table by its new name; undefined where it is about something else.
 * What stands behind the table, a row's key, and the query stay as they are.
 */
export function findRenamedAddress(address: string, rename: TableRename): string | undefined {
  const url = new URL(address, 'http://any.invalid');
  const [, area, rest] = /^\/(explore|edit)\/(.+)$/s.exec(url.pathname) ?? [];
  if (rest === undefined || url.searchParams.get('connectorId') !== rename.connectorId) {
    return undefined;
  }
  const before = partsOf(rename.before);
  const path = addressToPath(rest);
  const behind = path.slice(before.length);
  const isOfTable = before.every((part, place) => path[place] === part);
  // A row's key is one part; `new` rows have none.
  if (!isOfTable || behind.length > (area === 'edit' ? 1 : 0)) return undefined;
  const moved = pathToAddress([...partsOf(rename.after), ...behind]);
  return `/${area}/${moved}${url.search}${url.hash}`;
}

function partsOf({ schema, table }: TableName): string[] {
  return schema === DEFAULT_SCHEMA ? [table] : [schema, table];
}
