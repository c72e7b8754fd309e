import { pathToAddress } from '@causeway/contract/object-path.ts';
import { DEFAULT_SCHEMA, type TableName } from '@causeway/contract/table-names.ts';

/** Where the explorer shows a table. */
export function tablePath({ schema, table }: TableName): string {
  return `/explore/${pathToAddress(schema === DEFAULT_SCHEMA ? [table] : [schema, table])}`;
}
