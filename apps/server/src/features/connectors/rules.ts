import type { z } from 'zod';
import {
  changeSettings,
  liftSecrets,
  s3Config,
  s3Secrets,
  sqlConfig,
  sqlSecrets,
} from '@causeway/contract/connectors/connectors.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { ConnectorChange, StoredConnector } from '#platform/connectors/stored.ts';
import { checkShape } from '#platform/operations/check-shape.ts';

type Requested = {
  name?: string;
  config?: Record<string, unknown>;
  secrets?: Record<string, string>;
  settings?: Parameters<typeof changeSettings>[1];
};

/**
 * Where the data goes, and how far into it the secret reaches. Pointing a stored secret somewhere
 * else would hand it to whoever is there, or hand what it opens to who never had it.
 */
const destination = ['client', 'host', 'port', 'user', 'database', 'tls', 'ca'].concat([
  'clientCertificate',
  'bucket',
  'endpoint',
  'region',
  'prefix',
]);

const shapes = {
  sql: { config: sqlConfig, secrets: sqlSecrets },
  s3: { config: s3Config, secrets: s3Secrets },
};

/** A change that fits the connector's kind; a new destination must bring its secrets along. */
export function planChange(connector: StoredConnector, sent: Requested): ConnectorChange {
  const requested = liftSecrets(sent);
  const { config: configShape, secrets: secretsShape } = shapes[connector.implementation];
  const config = requested.config && {
    ...connector.config,
    ...requested.config,
  };
  const change: ConnectorChange = {
    name: requested.name,
    config: config && parsePart(configShape, config, 'config'),
    secrets: requested.secrets && given(parsePart(secretsShape, requested.secrets, 'secrets')),
    settings: requested.settings && changeSettings(connector.settings, requested.settings),
  };
  if (change.config && !change.secrets && isElsewhere(connector.config, change.config)) {
    throw new Failure('E_SECRET_REQUIRED');
  }
  return change;
}

export function parseSecrets(
  connector: StoredConnector,
  secrets: Record<string, string>,
): Record<string, string> {
  return given(parsePart(shapes[connector.implementation].secrets, secrets, 'secrets'));
}

/** Those that are there; a key of a certificate is not of every database. */
function given(secrets: Record<string, string | undefined>): Record<string, string> {
  const there = Object.entries(secrets).filter(([, value]) => value !== undefined);
  return Object.fromEntries(there) as Record<string, string>;
}

function parsePart<Shape extends z.ZodType>(
  shape: Shape,
  value: unknown,
  part: string,
): z.output<Shape> {
  const checked = checkShape(shape, value);
  if (checked.success) return checked.data;
  const fields = checked.issues.map((issue) => ({
    path: ['body', part, ...issue.path.map(String)].join('.'),
    message: issue.message,
  }));
  throw new Failure('E_VALIDATION', undefined, { fields });
}

function isElsewhere(before: object, after: object): boolean {
  const valueOf = (config: object, name: string) =>
    (config as Record<string, unknown>)[name] ?? null;
  return destination.some((name) => valueOf(before, name) !== valueOf(after, name));
}
