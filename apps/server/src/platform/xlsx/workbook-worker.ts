import { Failure } from '@causeway/contract/errors.ts';
import { serveReading } from '#platform/threads/reading-program.ts';
import { openZip } from '#platform/zip/read-zip.ts';
import type { WorkbookItem, WorkbookTask } from './open-workbook.ts';
import { readBook, readSheets } from './read-book.ts';
import { readSheet } from './read-sheet.ts';

serveReading<WorkbookTask, WorkbookItem>(async function* ({ sheet, onlySheets }, source) {
  const zip = await openZip(source);
  const { sheets } = await readSheets(zip);
  const names = sheets.map(({ name }) => name);
  const wanted = sheet === '' ? sheets[0] : sheets.find(({ name }) => name === sheet);
  yield { sheets: names };
  if (onlySheets) return;
  if (!wanted) throw new Failure('E_IMPORT_UNREADABLE', 'The workbook has no such sheet.');
  const book = await readBook(zip);
  for await (const rows of readSheet(zip, wanted.part, book)) yield { rows };
});
