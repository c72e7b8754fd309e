import { expect, test } from 'vitest';
import { readCheckedValues } from './check-values.ts';

test('SQL-8.2 a rule that lists values is read as Postgres prints it, any other is not taken for one', () => {
  expect(
    readCheckedValues(`CHECK ((status = ANY (ARRAY['new'::text, 'it''s paid'::text])))`),
  ).toEqual({ column: 'status', values: ['new', "it's paid"] });
  expect(
    readCheckedValues(
      `CHECK ((("Kind")::text = ANY ((ARRAY['a'::character varying, 'b'::character varying])::text[])))`,
    ),
  ).toEqual({ column: 'Kind', values: ['a', 'b'] });
  expect(
    readCheckedValues(`CHECK (((size = 'S'::text) OR (size = 'M'::text))) NOT VALID`),
  ).toBeUndefined();
  expect(readCheckedValues(`CHECK (((size = 'S'::text) OR (size = 'M'::text)))`)).toEqual({
    column: 'size',
    values: ['S', 'M'],
  });
  for (const other of [
    'CHECK ((price > (0)::numeric))',
    `CHECK ((status <> 'gone'::text))`,
    `CHECK ((length(name) = ANY (ARRAY[1, 2])))`,
    `CHECK (((a = 'x'::text) OR (b = 'y'::text)))`,
    'FOREIGN KEY (a) REFERENCES b(c)',
  ]) {
    expect(readCheckedValues(other)).toBeUndefined();
  }
});
