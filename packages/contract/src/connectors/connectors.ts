import { z } from 'zod';
import { leftInDatabases } from '../automations/left.ts';
import { connectorCheck, safetyReport } from './checks.ts';
import type { ErrorCode } from '../errors.ts';
import { id, instant, route } from '../route.ts';
import { host, port, short } from './places.ts';
import { connectorParams, resourceRoutes } from './resources.ts';
import { dependent, schemaNews } from './schema-news.ts';
import { connectorSettings, settingsChange } from './settings.ts';
import { sshConfig, sshSecretNames, sshSecrets } from './ssh.ts';

const secret = z.string().min(1).max(4_000);
/** Which may be empty or long, its kind tells. */
const givenSecret = z.string().max(20_000);
const connectorName = z.string().trim().min(1).max(120);

const LONGEST_PEM = 20_000;
const certificate = z
  .string()
  .trim()
  .max(LONGEST_PEM)
  .regex(/^-----BEGIN CERTIFICATE-----/, 'A certificate in PEM form');

/**
 * How a database connection is encrypted; prefer uses TLS where the server offers it, verify-ca asks
 * who signed the certificate, verify-full also for which name.
 */
export const tlsModes = ['prefer', 'disable', 'require', 'verify-ca', 'verify-full'] as const;

export const sqlConfig = z.strictObject({
  client: z.enum(['pg', 'postgres', 'postgresql']),
  host,
  port,
  user: short,
  database: short,
  tls: z.enum(tlsModes).default('prefer'),
  /** Who signed the server's certificate, where that is nobody known to all. */
  ca: certificate.nullish(),
  /** Shown to a server that wants one; its key is a secret. */
  clientCertificate: certificate.nullish(),
  /** Over which server the database is reached; host and port are then as that one knows them. */
  ssh: sshConfig.nullish(),
});
export type SqlConfig = z.infer<typeof sqlConfig>;
/** An empty password is one: servers that trust an address or a certificate ask for none. */
export const sqlSecrets = z.strictObject({
  password: z.string().max(4_000),
  clientKey: z
    .string()
    .trim()
    .max(LONGEST_PEM)
    .regex(/^-----BEGIN [A-Z ]*PRIVATE KEY-----/, 'A private key in PEM form')
    .optional(),
  ...sshSecrets,
});

/** Whether what signs in to the SSH server is there, where there is one. */
export function hasSshSecret(config: SqlConfig, secretFields: object): boolean {
  return !config.ssh || sshSecretNames.some((name) => name in secretFields);
}

const endpoint = z
  .string()
  .trim()
  .max(500)
  .regex(/^https?:\/\/[^\s/@?#]+\/?$/, 'A URL such as https://s3.example.com')
  .refine((url) => URL.canParse(url), 'A URL such as https://s3.example.com')
  .transform((url) => url.replace(/\/$/, ''));

export const s3Config = z.strictObject({
  bucket: z
    .string()
    .trim()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/i, 'A bucket name'),
  region: z.string().trim().min(1).max(60).default('us-east-1'),
  /** None means Amazon's own. */
  endpoint: endpoint.nullish(),
  /** Everything happens below it. */
  prefix: z.string().max(900).default(''),
  /**
   * The bucket in the path instead of in the host name; other stores than Amazon's need it. Null or
   * none leaves it to the endpoint.
   */
  pathStyle: z.boolean().nullish(),
});
export type S3Config = z.infer<typeof s3Config>;
export const s3Secrets = z.strictObject({ accessKey: secret, secretKey: secret });

const NOT_SUPPORTED: ErrorCode = 'E_CONNECTOR_NOT_SUPPORTED';

export const secretNames = ['password', 'clientKey', ...sshSecretNames, 'accessKey', 'secretKey'];

/**
 * A password or keys may be written inside the configuration, where other clients keep them: they
 * are taken out of it and sealed with the secrets.
 */
export function liftSecrets<Sent extends object>(sent: Sent): Sent {
  const { config, secrets } = sent as { config?: unknown; secrets?: unknown };
  if (!isObject(config) || !secretNames.some((name) => name in config)) return sent;
  const isSecret = ([name, value]: [string, unknown]) =>
    secretNames.includes(name) && typeof value === 'string';
  const lifted = Object.fromEntries(Object.entries(config).filter(isSecret));
  const rest = Object.fromEntries(Object.entries(config).filter((entry) => !isSecret(entry)));
  return { ...sent, config: rest, secrets: { ...lifted, ...(isObject(secrets) && secrets) } };
}

/** The parts of a new connector; an implementation that is empty, null or absent counts as s3. */
export const newConnector = z.preprocess(
  (sent) =>
    isObject(sent)
      ? liftSecrets({ ...sent, implementation: sent['implementation'] ?? 's3' })
      : sent,
  z.discriminatedUnion(
    'implementation',
    [
      z
        .strictObject({
          implementation: z.literal('sql'),
          name: connectorName,
          config: sqlConfig,
          secrets: sqlSecrets,
          settings: settingsChange.optional(),
        })
        .refine(({ config, secrets }) => hasSshSecret(config, secrets), {
          path: ['secrets', 'sshKey'],
          message: 'A private key or a password for the SSH server',
        }),
      z.strictObject({
        implementation: z.enum(['s3', '']).transform((): 's3' => 's3'),
        name: connectorName,
        config: s3Config,
        secrets: s3Secrets,
        settings: settingsChange.optional(),
      }),
    ],
    { error: ({ code }) => (code === 'invalid_union' ? NOT_SUPPORTED : undefined) },
  ),
);

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export type NewConnector = z.output<typeof newConnector>;

export const connector = z.object({
  id,
  projectId: id,
  name: z.string(),
  implementation: z.enum(['sql', 's3']),
  /** Without its secrets. */
  config: z.union([sqlConfig, s3Config]),
  /** Which secrets are set; their values never leave the server. */
  secretFields: z.record(z.string(), z.boolean()),
  settings: connectorSettings,
  lastCheck: connectorCheck.nullable(),
  createdAt: instant,
  updatedAt: instant,
});
export type Connector = z.infer<typeof connector>;

const projectParams = z.object({ projectId: id });

export const connectorRoutes = {
  list: route({
    method: 'GET',
    path: '/api/connectors/v1/:projectId',
    summary: 'Connectors of a project with their last check',
    access: { action: 'connectors.read', partOfOnboarding: true },
    params: projectParams,
    answer: z.array(connector),
  }),
  read: route({
    method: 'GET',
    path: '/api/connectors/v1/:projectId/:connectorId',
    summary: 'One connector',
    access: { action: 'connectors.read', partOfOnboarding: true },
    params: connectorParams,
    answer: connector,
  }),
  create: route({
    method: 'POST',
    path: '/api/connectors/v1/:projectId',
    summary: 'Add a connector',
    access: { action: 'connectors.manage', partOfOnboarding: true },
    params: projectParams,
    body: newConnector,
    answer: connector,
    refusedWhileImpersonating: true,
  }),
  testNew: route({
    method: 'POST',
    path: '/api/connectors/v1/:projectId/test',
    summary: 'Try a connection before it is saved, step by step',
    access: { action: 'connectors.test' },
    effect: 'sends',
    params: projectParams,
    body: newConnector,
    answer: connectorCheck,
    write: 'repeatable',
  }),
  test: route({
    method: 'POST',
    path: '/api/connectors/v1/:projectId/:connectorId/test',
    summary: 'Try a stored connection, step by step',
    access: { action: 'connectors.test' },
    effect: 'sends',
    params: connectorParams,
    answer: connectorCheck,
    write: 'repeatable',
  }),
  update: route({
    method: 'PATCH',
    path: '/api/connectors/v1/:projectId/:connectorId',
    summary: 'Rename, move or set up a connector; a new destination needs its secrets again',
    access: { action: 'connectors.manage' },
    params: connectorParams,
    body: z.strictObject({
      name: connectorName.optional(),
      config: z.record(z.string(), z.unknown()).optional(),
      secrets: z.record(z.string(), givenSecret).optional(),
      settings: settingsChange.optional(),
    }),
    answer: connector,
    refusedWhileImpersonating: true,
  }),
  replaceSecrets: route({
    method: 'PUT',
    path: '/api/connectors/v1/:projectId/:connectorId/secrets',
    summary: 'Replace secrets of a connector; those that are not named stay',
    access: { action: 'connectors.manage' },
    params: connectorParams,
    body: z.record(z.string(), givenSecret),
    answer: connector,
    refusedWhileImpersonating: true,
  }),
  dependents: route({
    method: 'GET',
    path: '/api/connectors/v1/:projectId/:connectorId/dependents',
    summary: 'What stops working without this connector',
    access: { action: 'connectors.read' },
    params: connectorParams,
    answer: z.array(dependent),
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/connectors/v1/:projectId/:connectorId',
    summary: 'Delete a connector; the data it leads to is not touched',
    access: { action: 'connectors.manage' },
    params: connectorParams,
    /** What workflows put into the database and could not be taken out of it. */
    answer: leftInDatabases,
    refusedWhileImpersonating: true,
  }),
  safety: route({
    method: 'GET',
    path: '/api/connectors/v1/:projectId/:connectorId/safety',
    summary: 'What the database role behind a connector may do',
    access: { action: 'connectors.read' },
    params: connectorParams,
    answer: safetyReport,
  }),
  visit: route({
    method: 'POST',
    path: '/api/connectors/v1/:projectId/:connectorId/visit',
    summary: 'Look after a database: what is new, renamed or missing since the last visit',
    access: { action: 'connectors.read' },
    effect: 'reads',
    params: connectorParams,
    answer: schemaNews,
    write: 'repeatable',
  }),
  ...resourceRoutes,
};
