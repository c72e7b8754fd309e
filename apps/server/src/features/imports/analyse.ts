import { Failure } from '@causeway/contract/errors.ts';
import type { ReadOptions } from '@causeway/contract/imports/plan.ts';
import type { ImportAnalysis } from '@causeway/contract/imports/records.ts';
import type { Working } from '#platform/runs/run.ts';
import type { Services } from '#platform/services.ts';
import { openFile } from './file/open-file.ts';
import type { ByteSource } from '#platform/bytes/byte-source.ts';
import { type ColumnInference, inferColumn } from './infer.ts';
import { saveAnalysis, type StoredImport } from './queries.ts';
import { tell } from './tell.ts';

const MOST_PROBLEMS = 100;
const TELL_MS = 1_000;

export function beginAnalysis(read: ReadOptions): ImportAnalysis {
  return { state: 'running', read, rows: 0, bytesRead: 0, columns: [], problems: [], error: null };
}

/** Reads all of a file once: what its columns hold, and which rows are none. */
export async function analyseFile(
  services: Services,
  stored: StoredImport,
  source: ByteSource,
  working: Working,
): Promise<void> {
  const { db } = services;
  const { id: importId } = stored;
  const read = stored.analysis?.read;
  if (!read) return;
  const analysis = beginAnalysis(read);
  try {
    const reader = await openFile(source, read, {
      onBytes: (bytes) => {
        analysis.bytesRead = bytes;
      },
    });
    const columns: ColumnInference[] = [];
    let told = Date.now();
    for await (const { rows, problems } of reader.batches) {
      working.signal.throwIfAborted();
      const names = reader.columns();
      // A key of JSON that comes late was empty in all rows before it.
      while (columns.length < names.length) {
        const column = inferColumn(names[columns.length] ?? '', read);
        column.seeNothing(analysis.rows);
        columns.push(column);
      }
      for (const { line, cells } of rows) {
        for (let index = 0; index < columns.length; index += 1) {
          columns[index]!.see(cells[index] ?? null, line);
        }
      }
      analysis.rows += rows.length;
      analysis.problems.push(...problems.slice(0, MOST_PROBLEMS - analysis.problems.length));
      if (Date.now() - told > TELL_MS) {
        told = Date.now();
        working.tell({ done: analysis.bytesRead, total: stored.size });
        await saveAnalysis(db, importId, analysis);
        await tell(services, stored, stored.state);
      }
    }
    analysis.columns = columns.map((column) => column.result());
    analysis.state = 'done';
  } catch (error) {
    // Its server stops: another one reads it again.
    if (working.signal.aborted && !working.isCancelled()) throw error;
    if (!(error instanceof Failure)) services.logger.warn({ err: error }, 'analysis failed');
    analysis.state = 'failed';
    analysis.error = error instanceof Failure ? error.message : 'The file can not be read.';
  }
  await saveAnalysis(db, importId, analysis);
  await tell(services, stored, stored.state);
}
