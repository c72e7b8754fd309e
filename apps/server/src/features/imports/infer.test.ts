import { afterAll, expect, test } from 'vitest';
import { createImportRequests } from '#testing/import-requests.ts';
import { startSqlWorkspace } from '#testing/sql-workspace.ts';

const space = await startSqlWorkspace();
const imports = createImportRequests(space);
afterAll(() => space.stop());

const look = async (file: string) => imports.preview(await imports.upload(file));

test('SQL-6 moments finer than the database keeps are proposed as text, which keeps their digits', async () => {
  const { types } = await look(
    `fine;zeros;micro;zoned;comma
2024-01-01 00:00:00.123456789;2024-01-01 00:00:00.123456000;2024-01-01 00:00:00.123456;2024-01-01T00:00:00.1234567Z;2024-01-01 00:00:00,5
`,
  );
  expect(types).toEqual(['text', 'timestamp', 'timestamp', 'text', 'text']);
});

test('SQL-6 a comma in front of three digits alone is taken for no fraction, since it may be thousands', async () => {
  const thousands = await look('name;amount\na;1,234\nb;12,500\n');
  expect(thousands.read.decimal).toBe('.');
  expect(thousands.types).toEqual(['text', 'text']);
  for (const proof of ['0,250', '1,5', '1.234,567', '1234,567']) {
    const fractions = await look(`name;amount\na;1,234\nb;${proof}\n`);
    expect([proof, fractions.read.decimal]).toEqual([proof, ',']);
    expect(fractions.types).toEqual(['text', 'numeric']);
  }
});
