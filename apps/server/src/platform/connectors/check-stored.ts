import type { ConnectorCheck } from '@causeway/contract/connectors/checks.ts';
import type { Services } from '#platform/services.ts';
import { checkSql } from './sql/check.ts';
import { checkS3 } from './storage/check.ts';
import { openS3Target, openSqlTarget, type StoredConnector } from './stored.ts';

/** Tries a connector as it is stored, step by step. */
export function checkStored(
  { egress, buckets, secrets }: Pick<Services, 'egress' | 'buckets' | 'secrets'>,
  connector: StoredConnector,
): Promise<ConnectorCheck> {
  if (connector.implementation === 'sql') {
    return checkSql(egress, openSqlTarget(secrets, connector));
  }
  const { updatedAt: _, ...target } = openS3Target(secrets, connector);
  return checkS3(egress, buckets, target);
}
