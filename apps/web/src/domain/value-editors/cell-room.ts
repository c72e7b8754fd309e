import type { TableColumn } from '@causeway/contract/tables/details.ts';
import { editorKindOf } from './editor-kind.ts';

const LONGEST_INLINE = 120;
const roomy = new Set(['json', 'array', 'range', 'bytes', 'interval', 'date', 'time', 'timestamp']);

/** What can not be edited in the space of a cell. */
export function needsRoom(
  column: Pick<TableColumn, 'baseType' | 'category' | 'enumValues'>,
  text: string,
): boolean {
  return roomy.has(editorKindOf(column)) || text.length > LONGEST_INLINE || /[\r\n]/.test(text);
}
