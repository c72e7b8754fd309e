import type { z } from 'zod';
import type { dependent } from '@causeway/contract/connectors/schema-news.ts';
import { addressToPath } from '@causeway/contract/storage/object-path.ts';
import { settingsNameOf } from '@causeway/contract/tables/names.ts';
import type { StoredConnector } from '#platform/connectors/stored.ts';
import { type Db, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';

/**
 * `table` is the table it is about, as settings call it, where it is about one; with the number of the
 * table it follows a rename.
 */
export type Dependent = z.infer<typeof dependent> & {
  table?: string | undefined;
  oid?: number | null | undefined;
};

/** Each area that stores something about connectors says here what would break without one. */
export type DependentsSource = (db: Db, connector: StoredConnector) => Promise<Dependent[]>;

/** Pages that members pinned, and members who have the connector open. */
export const dependentsOfPeople: DependentsSource = async (db, connector) => {
  const pins = await listRows<Dependent>(
    db,
    sql`select 'pin' as kind, pin->>'name' as name, pin->>'url' as url
        from project_members member join users account on account.id = member.user_id
        cross join lateral jsonb_array_elements(
          case when jsonb_typeof(account.settings->'pins') = 'array'
            then account.settings->'pins' else '[]' end) pin
        where member.project_id = ${connector.projectId}
          and position(${connector.id} in pin->>'url') > 0
        order by 2 limit 100`,
  );
  const people = await listRows<Dependent>(
    db,
    sql`select 'member' as kind, account.name, null as url
        from project_members member join users account on account.id = member.user_id
        where member.project_id = ${connector.projectId}
          and account.selection->'connectorIds'->>${connector.projectId} = ${connector.id}
        order by account.name limit 100`,
  );
  return [...pins.map((pin) => ({ ...pin, table: tableOf(pin.url) })), ...people];
};

/** A pinned page of rows is about its table. */
function tableOf(url: string | null): string | undefined {
  const [, address = ''] = /^\/(?:explore|edit)\/([^?#]+)/.exec(url ?? '') ?? [];
  const [first = '', second] = addressToPath(address);
  if (first === '') return undefined;
  const isInSchema = url?.startsWith('/explore/') && second !== undefined;
  return isInSchema ? settingsNameOf({ schema: first, table: second }) : first;
}
