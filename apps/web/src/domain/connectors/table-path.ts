import { pathToAddress } from '@causeway/contract/storage/object-path.ts';
import { DEFAULT_SCHEMA, type TableName } from '@causeway/contract/tables/names.ts';

/** Where the explorer shows a table. */
export function tablePath({ schema, table }: TableName): string {
  return `/explore/${pathToAddress(schema === DEFAULT_SCHEMA ? [table] : [schema, table])}`;
}
