import { DEFAULT_SCHEMA } from '@causeway/contract/tables/names.ts';
import { definitionOf, readDefinition, type TableView } from '@causeway/contract/tables/view.ts';
import { insertView } from '#features/tables/views/views.ts';
import { readRow, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';

type SampleView = { table: string; name: string; view: Partial<TableView> };

/** Ways to look at the shop that people of a shop would keep: shared, so that whoever is invited finds them. */
const views: SampleView[] = [
  {
    table: 'orders',
    name: 'Orders by status',
    view: {
      mode: 'board',
      way: { stack: 'status', title: 'number' },
      columns: ['number', 'customer_id', 'placed_at', 'total', 'status'],
      sorts: [{ column: 'placed_at', direction: 'desc' }],
    },
  },
  {
    table: 'orders',
    name: 'Orders by day',
    view: { mode: 'calendar', way: { start: 'placed_at', title: 'number' } },
  },
  {
    table: 'products',
    name: 'Catalogue',
    view: {
      mode: 'cards',
      way: { picture: 'picture_key', title: 'name' },
      columns: ['name', 'category_id', 'price', 'sku'],
    },
  },
];

export async function seedViews(tx: Tx, projectId: string, connectorId: string): Promise<void> {
  const { ownerId } = await readRow<{ ownerId: string }>(
    tx,
    sql`select user_id as "ownerId" from project_members
        where project_id = ${projectId} and role = 'owner'`,
  );
  for (const { table, name, view } of views) {
    await insertView(
      tx,
      { ownerId, connectorId },
      {
        schema: DEFAULT_SCHEMA,
        table,
        name,
        definition: definitionOf({ ...readDefinition(''), ...view }),
        isShared: true,
      },
    );
  }
}
