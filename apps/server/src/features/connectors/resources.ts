import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import type { Resources } from '@causeway/contract/connectors/resources.ts';
import { hiddenTest } from '@causeway/contract/tables/hidden-tables.ts';
import { TRASH_FOLDER } from '@causeway/contract/storage/trash-folder.ts';
import { chooseSchema, settingsNameOf } from '@causeway/contract/tables/names.ts';
import type { AuthorizedProject } from '#platform/access/actor.ts';
import { openFor, type OpenedSql } from '#platform/connectors/opened.ts';
import type { Relation } from '#platform/connectors/sql/catalog-table.ts';
import { settingsNow } from '#platform/connectors/sql/renames.ts';
import { rootOf } from '#platform/connectors/storage/bucket.ts';
import { asBucketFailure } from '#platform/connectors/storage/failures.ts';
import { openS3Target, type StoredConnector } from '#platform/connectors/stored.ts';
import type { Services } from '#platform/services.ts';

/** A sidebar is for finding one's way; whoever has more tables opens a schema, or searches. */
const MOST = 1_000;
const MOST_IN_SCHEMA = 50_000;
const MOST_FOUND = 200;

type Asked = { search?: string | undefined; schema?: string | undefined };

export function listResources(
  services: Services,
  project: AuthorizedProject,
  connector: StoredConnector,
  asked: Asked,
): Promise<Resources> {
  return connector.implementation === 'sql'
    ? listTables(services, openFor(services.secrets, project, connector), asked)
    : listFolders(services, connector, asked);
}

/** Tables of all schemas without the hidden ones, those of the schema to begin with first. */
async function listTables(
  { sqlCatalog }: Services,
  opened: OpenedSql,
  { search, schema }: Asked,
): Promise<Resources> {
  const relations = await sqlCatalog.listRelations(opened.target, 'checked');
  const { hidden, aliases } = await settingsNow(sqlCatalog, opened, { tables: relations });
  const isHidden = hiddenTest(hidden);
  const shown = relations.filter((relation) => !isHidden(settingsNameOf(relation)));
  const schemas = countSchemas(shown);
  const first = schemas[0]?.name;
  const inOrder = [
    ...shown.filter((relation) => relation.schema === first),
    ...shown.filter((relation) => relation.schema !== first),
  ];
  const labelOf = (relation: Relation) => aliases[settingsNameOf(relation)] ?? relation.table;
  const wanted = search?.toLowerCase();
  const listed = inOrder.filter(
    (relation) =>
      (schema === undefined || relation.schema === schema) &&
      (wanted === undefined ||
        `${relation.schema}.${relation.table}\n${labelOf(relation)}`
          .toLowerCase()
          .includes(wanted)),
  );
  const most = wanted !== undefined ? MOST_FOUND : schema !== undefined ? MOST_IN_SCHEMA : MOST;
  return {
    kind: 'tables',
    schemas,
    items: listed.slice(0, most).map((relation) => ({
      schema: relation.schema,
      name: relation.table,
      label: labelOf(relation),
      kind: relation.kind,
    })),
    more: listed.length > most,
  };
}

function countSchemas(relations: Relation[]): Resources['schemas'] {
  const counts = Map.groupBy(relations, ({ schema }) => schema);
  const schemas = [...counts].map(([name, { length }]) => ({ name, tables: length }));
  const chosen = chooseSchema(schemas.map((schema) => ({ ...schema, isSystem: false })));
  return [
    ...schemas.filter(({ name }) => name === chosen),
    ...schemas.filter(({ name }) => name !== chosen),
  ];
}

async function listFolders(
  services: Services,
  connector: StoredConnector,
  { search }: Asked,
): Promise<Resources> {
  const target = openS3Target(services.secrets, connector);
  const { bucket } = target.config;
  const prefix = rootOf(target.config);
  const command = new ListObjectsV2Command({
    Bucket: bucket,
    Prefix: prefix,
    Delimiter: '/',
    MaxKeys: MOST,
  });
  const listed = await services.buckets
    .clientFor(target)
    .send(command)
    .catch((error: unknown) => {
      throw asBucketFailure(error, 's3:ListBucket');
    });
  const names = (listed.CommonPrefixes ?? []).map(({ Prefix = '' }) => Prefix.slice(prefix.length));
  const wanted = search?.toLowerCase() ?? '';
  return {
    kind: 'folders',
    schemas: [],
    items: names
      .filter((name) => name !== TRASH_FOLDER && name.toLowerCase().includes(wanted))
      .map((name) => ({ schema: '', name, label: name.replace(/\/$/, ''), kind: 'folder' })),
    more: listed.IsTruncated ?? false,
  };
}
