import { expect, test } from 'vitest';
import { createProject } from '#testing/factories.ts';
import { figureOf, hrefOf } from './run-facts.ts';

const shop = createProject({ id: 'shop', connectors: ['db', 'media'] });
const scope = 'projectId=shop&connectorId=db';

test('a run tells what it counted, and a total only while it holds', () => {
  const figure = (kind: 'import' | 'export', done: number, total: number | null) =>
    figureOf({ kind, done, total }, 'en');
  expect(figure('export', 0, null)).toBeUndefined();
  expect(figure('export', 1200, 5000)).toEqual({
    key: 'figure.rowsOf',
    values: { count: 5000, done: '1,200', total: '5,000' },
  });
  expect(figure('export', 1200, 900)).toEqual({
    key: 'figure.rows',
    values: { count: 1200, done: '1,200' },
  });
  expect(figure('import', 2_000_000, 8_000_000)?.key).toBe('figure.bytesOf');
});

test('a run leads to where it is looked after, in the connector it is about', () => {
  const of = { subjectId: 'one', connectorId: 'db' };
  expect(hrefOf({ kind: 'import', ...of }, shop)).toBe(
    `/explore/import?${scope}&import=one&step=check`,
  );
  expect(hrefOf({ kind: 'import-analysis', ...of }, shop)).toContain('&import=one&step=read');
  expect(hrefOf({ kind: 'export', ...of }, shop)).toBe(`/explore/import?${scope}&view=activity`);
  expect(hrefOf({ kind: 'storage-job', ...of, connectorId: 'media' }, shop)).toBe(
    '/explore?projectId=shop&connectorId=media',
  );
  expect(hrefOf({ kind: 'export', ...of, connectorId: 'gone' }, shop)).toBeUndefined();
});
