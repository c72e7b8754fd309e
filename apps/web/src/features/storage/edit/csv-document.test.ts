import { expect, test } from 'vitest';
import {
  addRecord,
  listFilled,
  readCsv,
  removeRecord,
  setValue,
  writeCsv,
} from './csv-document.ts';

const text = 'name;note\r\n"Åsa";"two\nlines, ""quoted"""\r\n\r\n0123;\r\nshort';

test('OBJ-5 a CSV file that is opened and saved is the same file', () => {
  const document = readCsv(text);
  expect(document.delimiter).toBe(';');
  expect(writeCsv(document)).toBe(text);
  expect(document.records[1]?.values[1]?.text).toBe('two\nlines, "quoted"');
});

test('OBJ-5 a changed value is written anew and nothing around it', () => {
  const changed = setValue(readCsv(text), { record: 3, column: 0 }, '01;23');
  expect(writeCsv(changed)).toBe(text.replace('0123', '"01;23"'));
  const filled = setValue(readCsv(text), { record: 4, column: 1 }, 'x');
  expect(writeCsv(filled)).toBe(`${text};x`);
});

test('blank lines are no rows, except in a file of one column', () => {
  expect(listFilled(readCsv(text))).toEqual([0, 1, 3, 4]);
  expect(listFilled(readCsv('a\n1\n\n3\n'))).toEqual([0, 1, 2, 3]);
});

test('rows come and go with their line ends', () => {
  expect(writeCsv(addRecord(readCsv('a,b\n1,2'), 2))).toBe('a,b\n1,2\n"",""\n');
  expect(writeCsv(removeRecord(readCsv('a\r\n1\r\n2\r\n'), 1))).toBe('a\r\n2\r\n');
});
