import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { hiddenTest } from '@causeway/contract/hidden-tables.ts';
import { TRASH_FOLDER } from '@causeway/contract/storage/jobs.ts';
import { DEFAULT_SCHEMA } from '@causeway/contract/table-names.ts';
import type { AuthorizedProject } from '#platform/access/actor.ts';
import { openFor, type OpenedSql } from '#platform/connectors/opened.ts';
import { settingsNow } from '#platform/connectors/sql/renames.ts';
import { rootOf } from '#platform/connectors/storage/bucket.ts';
import { asBucketFailure } from '#platform/connectors/storage/failures.ts';
import { openS3Target, type StoredConnector } from '#platform/connectors/stored.ts';
import type { Services } from '#platform/services.ts';

/** A sidebar is for finding one's way; whoever has more tables than this searches. */
const MOST = 1_000;

type Resources = {
  kind: 'tables' | 'folders';
  items: { name: string; label: string }[];
  more: boolean;
};

export function listResources(
  services: Services,
  project: AuthorizedProject,
  connector: StoredConnector,
): Promise<Resources> {
  return connector.implementation === 'sql'
    ? listTables(services, openFor(services.secrets, project, connector))
    : listFolders(services, connector);
}

/** Tables of the public schema without the hidden ones, by name. */
async function listTables(services: Services, opened: OpenedSql): Promise<Resources> {
  const { sqlCatalog } = services;
  const schema = DEFAULT_SCHEMA;
  const { target } = opened;
  const tables = await sqlCatalog.listTables(target, schema, 'checked');
  const { hidden, aliases } = await settingsNow(sqlCatalog, opened, {
    tables: tables.map(({ name, oid }) => ({ schema, table: name, oid })),
    wholeSchema: schema,
  });
  const isHidden = hiddenTest(hidden);
  const shown = tables.filter(({ name }) => !isHidden(name));
  return {
    kind: 'tables',
    items: shown.slice(0, MOST).map(({ name }) => ({ name, label: aliases[name] ?? name })),
    more: shown.length > MOST,
  };
}

async function listFolders(services: Services, connector: StoredConnector): Promise<Resources> {
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
  return {
    kind: 'folders',
    items: names
      .filter((name) => name !== TRASH_FOLDER)
      .map((name) => ({ name, label: name.replace(/\/$/, '') })),
    more: listed.IsTruncated ?? false,
  };
}
