import { type ErrorCode, Failure } from '@causeway/contract/errors.ts';
import type { TablePreview } from '@causeway/contract/storage/previews.ts';
import { serveTasks } from '#platform/threads/thread-program.ts';
import { readTextTable, type TextTable } from './text-table.ts';

/** Makes tables of texts, off the thread that answers requests. */
export type TableAnswer =
  | { table: Omit<TablePreview, 'etag'> }
  | { problem: { code: ErrorCode; message: string } };

serveTasks(answer);

function answer(task: TextTable): TableAnswer {
  try {
    return { table: readTextTable(task) };
  } catch (error) {
    const { message } = error as Error;
    const code = error instanceof Failure ? error.code : 'E_TABLE_UNREADABLE';
    return { problem: { code, message } };
  }
}
