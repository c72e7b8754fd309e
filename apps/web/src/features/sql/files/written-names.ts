import { quoted } from '@causeway/contract/sql/quoted.ts';
import { connectorWord } from '@causeway/contract/sql/files.ts';

/** A table of another connector of the project, as a statement over files names it. */
export function writtenTable(connector: string, schema: string, table: string): string {
  return [connectorWord(connector), schema, table].map(quoted).join('.');
}
