import { startSqlWorkspace } from './sql-workspace.ts';

/** A workspace whose database holds two orders, the same before each test that asks for `reset`. */
export async function startOrdersWorkspace() {
  const space = await startSqlWorkspace();
  await space.run('create table orders (id int primary key, name text, data jsonb)');
  return {
    ...space,
    async reset(): Promise<void> {
      space.sources.line.restore();
      await space.run('truncate orders');
      await space.run(`insert into orders values (1, 'one', '{"a":1}'), (2, 'two', null)`);
    },
    async count(sql: string): Promise<number> {
      const { rows } = await space.database.query<{ count: string }>(
        `select count(*) from (${sql}) as x`,
      );
      return Number(rows[0]?.count);
    },
  };
}
