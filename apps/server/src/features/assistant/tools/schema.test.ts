import { sqlRoutes } from '@causeway/contract/sql/sql.ts';
import { tableRoutes } from '@causeway/contract/tables/tables.ts';
import { expect, test } from 'vitest';
import { listTables, searchSchema } from './schema.ts';
import type { ToolContext } from './tool.ts';

function contextOf(count: number): ToolContext {
  const all = Array.from({ length: count }, (_, at) => ({ name: `t${at}`, kind: 'table' }));
  const call = async (route: unknown, { query }: { query: { limit: number } }) => {
    if (route === sqlRoutes.read) return { rows: [] };
    return route === tableRoutes.schemas
      ? [{ name: 'public', isSystem: false, tables: count }]
      : { tables: all.slice(0, query.limit), more: count > query.limit };
  };
  return {
    as: { call },
    connectorId: 'c',
    level: 'rows',
    withholds: () => Promise.resolve(false),
  } as unknown as ToolContext;
}

test('CHAT-3 CHAT-5 tables that are more than a model is told of are told to be more', async () => {
  const listed = async (count: number) => {
    const { told } = await listTables.run(contextOf(count), {});
    const { tables, isCut } = told as { tables: unknown[]; isCut: boolean };
    return [tables.length, isCut];
  };
  expect(await listed(200)).toEqual([200, false]);
  expect(await listed(201)).toEqual([200, true]);
  const { told } = await searchSchema.run(contextOf(51), { text: 't' });
  expect(told).toMatchObject({ isCut: true });
});
