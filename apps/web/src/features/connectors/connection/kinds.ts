import type { ConnectorCheck } from '@causeway/contract/connectors/checks.ts';
import type { Connector, S3Config, SqlConfig } from '@causeway/contract/connectors/connectors.ts';
import type { IconName } from '#ui/icon.tsx';
import type { StatusTone } from '#ui/status-dot.tsx';

export type Kind = Connector['implementation'];
type KnownConnector =
  | (Connector & { implementation: 'sql'; config: SqlConfig })
  | (Connector & { implementation: 's3'; config: S3Config });

export const kindIcons = { sql: 'database', s3: 'folder' } as const satisfies Record<
  Kind,
  IconName
>;

/** Kind and config always fit; the contract has them side by side, which the compiler can't see. */
export function knownOf(connector: Connector): KnownConnector {
  return connector as KnownConnector;
}

/** Where it leads, as short as it stays clear. */
export function destinationOf(connector: Connector): string {
  const known = knownOf(connector);
  if (known.implementation === 'sql') {
    const { host, port, database } = known.config;
    return `${host}${port === 5432 ? '' : `:${port}`}/${database}`;
  }
  const { bucket, endpoint, region, prefix } = known.config;
  const place = endpoint ? endpoint.replace(/^https?:\/\//, '') : `s3.${region}.amazonaws.com`;
  return [place, bucket, ...(prefix ? [prefix] : [])].join('/');
}

export function failedStepOf(check: ConnectorCheck | null) {
  return check?.steps.find(({ outcome }) => outcome === 'failed');
}

export function toneOf(check: ConnectorCheck | null): StatusTone {
  if (!check) return 'idle';
  return check.ok ? 'good' : 'failed';
}
