import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { hiddenTest, listHiddenPatterns } from '@causeway/contract/hidden-tables.ts';
import { tablesOf } from '#platform/connectors/sql/dialect.ts';
import { asBucketFailure } from '#platform/connectors/storage/failures.ts';
import { openS3Target, openSqlTarget, type StoredConnector } from '#platform/connectors/stored.ts';
import type { Services } from '#platform/services.ts';

/** A sidebar is for finding one's way; whoever has more tables than this searches. */
const MOST = 1_000;
/** A pattern hides any number of tables, so with one the list is cut only after it. */
const MOST_READ = 20_000;

type Resources = {
  kind: 'tables' | 'folders';
  items: { name: string; label: string }[];
  more: boolean;
};

export function listResources(services: Services, connector: StoredConnector): Promise<Resources> {
  return connector.implementation === 'sql'
    ? listTables(services, connector)
    : listFolders(services, connector);
}

/** Tables of the public schema without the hidden ones, by name. */
async function listTables(services: Services, connector: StoredConnector): Promise<Resources> {
  const { hidden, aliases } = connector.settings;
  const hasPattern = listHiddenPatterns(hidden).length > 0;
  const question = tablesOf('public', hasPattern ? MOST_READ : MOST + hidden.length + 1);
  const target = openSqlTarget(services.secrets, connector);
  const { rows } = await services.databases.read(target, question.text, question.values);
  const isHidden = hiddenTest(hidden);
  const shown = rows.map(([name]) => name ?? '').filter((name) => !isHidden(name));
  return {
    kind: 'tables',
    items: shown.slice(0, MOST).map((name) => ({ name, label: aliases[name] ?? name })),
    more: shown.length > MOST,
  };
}

async function listFolders(services: Services, connector: StoredConnector): Promise<Resources> {
  const target = openS3Target(services.secrets, connector);
  const { bucket, prefix } = target.config;
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
      throw asBucketFailure(error);
    });
  const names = (listed.CommonPrefixes ?? []).map(({ Prefix = '' }) => Prefix.slice(prefix.length));
  return {
    kind: 'folders',
    items: names.map((name) => ({ name, label: name.replace(/\/$/, '') })),
    more: listed.IsTruncated ?? false,
  };
}
