import type { NotRevertibleReason } from '@causeway/contract/ledger.ts';
import type { CatalogTable } from '#platform/connectors/sql/catalog-table.ts';
import type { QueryInTransaction } from '#platform/connectors/sql/transaction.ts';
import type { SqlTarget } from '#platform/connectors/stored.ts';
import { keyText, readRows } from '#platform/rows/lock-rows.ts';
import type { Services } from '#platform/services.ts';
import type { ImagedChange } from './ledger.ts';
import { haveTwins } from './own-rows.ts';

/**
 * What a transaction that is not committed yet has made of some rows. Before: as everybody else still
 * sees them, since nobody can change what it holds. After: as they are inside it. What is the same is
 * no change. A key that means several rows, of tables that inherit from this one, tells of none.
 */
export async function compareImages(
  services: Services,
  target: SqlTarget,
  written: { query: QueryInTransaction; table: CatalogTable; keys: string[][] },
): Promise<{ changes: ImagedChange[]; reason?: NotRevertibleReason }> {
  const { query, table, keys } = written;
  if (await haveTwins(services, target, written)) return { changes: [], reason: 'no-key' };
  const { databases } = services;
  const before = await readRows(
    ({ text, values }) => databases.read(target, text, [...values]),
    table,
    keys,
  );
  const after = await readRows(query, table, keys);
  const changes = keys.flatMap((key): ImagedChange[] => {
    const old = before.get(keyText(key))?.cells ?? null;
    const now = after.get(keyText(key))?.cells ?? null;
    if (JSON.stringify(old) === JSON.stringify(now)) return [];
    const kind = old && now ? 'update' : old ? 'delete' : 'insert';
    return [{ kind, keyBefore: old && key, keyAfter: now && key, before: old, after: now }];
  });
  return { changes };
}
