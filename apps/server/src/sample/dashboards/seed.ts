import type { Tile } from '@causeway/contract/dashboards/dashboards.ts';
import { insertDashboard } from '#features/dashboards/dashboards.ts';
import { insertQuery } from '#features/sql/queries/saved.ts';
import { readRow, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { SampleDashboard, SampleQuery, SampleTile } from './sample-dashboard.ts';
import { salesDashboard } from './sales.ts';
import { supportDashboard } from './support.ts';

type Place = { userId: string; projectId: string; connectorId: string };

/** Dashboards over the sample shop. Their queries are saved ones like any other, shared and editable. */
export async function seedDashboards(
  tx: Tx,
  projectId: string,
  connectorId: string,
): Promise<void> {
  const { userId } = await readRow<{ userId: string }>(
    tx,
    sql`select user_id as "userId" from project_members
        where project_id = ${projectId} and role = 'owner'`,
  );
  for (const dashboard of [salesDashboard, supportDashboard]) {
    await seed(tx, { userId, projectId, connectorId }, dashboard);
  }
}

async function seed(tx: Tx, place: Place, dashboard: SampleDashboard): Promise<void> {
  const { name, description, folder, filters = [], settings = {} } = dashboard;
  const tiles: Tile[] = [];
  // Two tiles may show one query: it is saved once.
  const saved = new Map<string, string>();
  for (const tile of dashboard.tiles) {
    tiles.push(
      await makeTile(tile, async (query) => {
        const known = saved.get(query.name);
        const queryId = known ?? (await save(tx, place, { ...query, folder }));
        saved.set(query.name, queryId);
        return queryId;
      }),
    );
  }
  await insertDashboard(tx, place, { name, description, tiles, filters, settings });
}

function save(tx: Tx, place: Place, query: SampleQuery & { folder: string }): Promise<string> {
  return insertQuery(tx, place, { ...query, parameters: query.parameters ?? [], isShared: true });
}

async function makeTile(
  tile: SampleTile,
  saveQuery: (query: SampleQuery) => Promise<string>,
): Promise<Tile> {
  const id = crypto.randomUUID();
  if (tile.kind === 'text' || tile.kind === 'link') return { ...tile, id };
  const { query, ...rest } = tile;
  return { ...rest, id, queryId: await saveQuery(query), parameters: [] };
}
