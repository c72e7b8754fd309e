import type { z } from 'zod';
import {
  hasSshSecret,
  liftSecrets,
  s3Config,
  s3Secrets,
  sqlConfig,
  sqlSecrets,
} from '@causeway/contract/connectors/connectors.ts';
import { changeSettings } from '@causeway/contract/connectors/settings.ts';
import { type SshConfig, sshSecretNames } from '@causeway/contract/connectors/ssh.ts';
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
  'ssh',
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
  if (connector.isSample && !change.secrets && change.settings?.readOnly === false) {
    throw new Failure('E_CONNECTOR_READ_ONLY', 'The sample data is shared: it can only be read.');
  }
  checkSshSecret(change.config ?? connector.config, change.secrets ?? connector.secretFields);
  return change;
}

function checkSshSecret(config: StoredConnector['config'], secrets: object): void {
  if (!('host' in config) || hasSshSecret(config, secrets)) return;
  const field = { path: 'body.secrets.sshKey', message: 'A private key or a password' };
  throw new Failure('E_VALIDATION', undefined, { fields: [field] });
}

/** Those that are named, and of the stored ones what they do not take the place of. */
export function replacedSecrets(
  connector: StoredConnector,
  stored: Record<string, string>,
  named: Record<string, string>,
): Record<string, string> {
  const isReplaced = (name: string) =>
    sshSecretNames.some((one) => one === name) && sshSecretNames.some((one) => one in named);
  const kept = Object.entries(stored).filter(([name]) => !isReplaced(name));
  const secrets = { ...Object.fromEntries(kept), ...named };
  const parsed = given(parsePart(shapes[connector.implementation].secrets, secrets, 'secrets'));
  checkSshSecret(connector.config, parsed);
  return parsed;
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
  const valueOf = (config: object, name: string) => {
    const value = (config as Record<string, unknown>)[name] ?? null;
    return name === 'ssh' && value ? tunnelOf(value as SshConfig) : value;
  };
  return destination.some((name) => valueOf(before, name) !== valueOf(after, name));
}

/** Another key of the server is another server. */
function tunnelOf({ host, port, user, hostKey }: SshConfig): string {
  return JSON.stringify([host, port, user, hostKey ?? null]);
}
