import {
  newConnector,
  type Connector,
  type SqlConfig,
} from '@causeway/contract/connectors/connectors.ts';
import type { Environment } from '@causeway/contract/connectors/settings.ts';
import type { z } from 'zod';
import { isErrorBody } from '#platform/api/client.ts';
import { knownOf, type Kind } from './kinds.ts';

/** A connection as it is typed: every field a text, whatever is wrong with it. */
export type SqlDraft = {
  host: string;
  port: string;
  user: string;
  database: string;
  tls: SqlConfig['tls'];
  ca: string;
  clientCertificate: string;
  password: string;
  clientKey: string;
  /** How somebody signs in to the SSH server the database is reached over; none: there is none. */
  ssh: 'none' | 'key' | 'password';
  sshHost: string;
  sshPort: string;
  sshUser: string;
  /** The fingerprint of its key, noted by the first test. */
  sshHostKey: string;
  sshKey: string;
  sshPassword: string;
};
export type S3Draft = {
  bucket: string;
  endpoint: string;
  region: string;
  prefix: string;
  /** auto leaves it to the server, which looks at the endpoint. */
  pathStyle: 'auto' | 'path' | 'host';
  accessKey: string;
  secretKey: string;
};
export type Draft = {
  name: string;
  readOnly: boolean;
  /** Somebody said that none is asked for; an empty field alone may be one that was forgotten. */
  hasNoPassword: boolean;
  /** Empty where nobody said. */
  environment: Environment | '';
  sql: SqlDraft;
  s3: S3Draft;
};

export type FieldName = 'name' | keyof SqlDraft | keyof S3Draft;
/** What is wrong, by field: `required`, the field's name for its own sentence, or the server's words. */
export type FieldProblems = Partial<Record<FieldName, string>>;

export const emptyDraft: Draft = {
  name: '',
  readOnly: false,
  hasNoPassword: false,
  environment: '',
  sql: {
    host: '',
    port: '5432',
    user: '',
    database: '',
    tls: 'prefer',
    ca: '',
    clientCertificate: '',
    password: '',
    clientKey: '',
    ssh: 'none',
    sshHost: '',
    sshPort: '22',
    sshUser: '',
    sshHostKey: '',
    sshKey: '',
    sshPassword: '',
  },
  s3: {
    bucket: '',
    endpoint: '',
    region: 'us-east-1',
    prefix: '',
    pathStyle: 'auto',
    accessKey: '',
    secretKey: '',
  },
};

export const secretNames = {
  sql: ['password'],
  s3: ['accessKey', 'secretKey'],
} as const satisfies Record<Kind, readonly FieldName[]>;

/** Where a connection leads, as whom and how safely: a change would hand the secret to another. */
const sshNames = ['ssh', 'sshHost', 'sshPort', 'sshUser', 'sshHostKey'] as const;
const destinationNames = {
  sql: ['host', 'port', 'user', 'database', 'tls', 'ca', 'clientCertificate', ...sshNames],
  s3: ['endpoint', 'bucket'],
} as const satisfies Record<Kind, readonly FieldName[]>;

export function draftOf(connector: Connector): Draft {
  const known = knownOf(connector);
  const { name, settings } = known;
  const { readOnly, environment = '' } = settings;
  const stored: Draft = { ...emptyDraft, name, readOnly, environment };
  if (known.implementation === 'sql') {
    const { host, port, user, database, tls } = known.config;
    const { ca, clientCertificate, ssh } = known.config;
    return {
      ...stored,
      sql: {
        ...emptyDraft.sql,
        host,
        port: String(port),
        user,
        database,
        tls,
        ca: ca ?? '',
        clientCertificate: clientCertificate ?? '',
        ...(ssh && {
          ssh: known.secretFields['sshPassword'] ? ('password' as const) : ('key' as const),
          sshHost: ssh.host,
          sshPort: String(ssh.port),
          sshUser: ssh.user,
          sshHostKey: ssh.hostKey ?? '',
        }),
      },
    };
  }
  const { bucket, endpoint, region, prefix, pathStyle } = known.config;
  const s3 = { bucket, endpoint: endpoint ?? '', region, prefix, accessKey: '', secretKey: '' };
  if (pathStyle === undefined || pathStyle === null)
    return { ...stored, s3: { ...s3, pathStyle: 'auto' } };
  return { ...stored, s3: { ...s3, pathStyle: pathStyle ? 'path' : 'host' } };
}

export function withField(kind: Kind, draft: Draft, field: FieldName, text: string): Draft {
  if (field === 'name') return { ...draft, name: text };
  // Another server has another key.
  const isOtherServer = field === 'sshHost' || field === 'sshPort';
  const forgotten = isOtherServer ? { sshHostKey: '' } : {};
  return { ...draft, [kind]: { ...draft[kind], [field]: text, ...forgotten } };
}

export function textOf(kind: Kind, draft: Draft, field: FieldName): string {
  if (field === 'name') return draft.name;
  const fields: Record<string, string> = draft[kind];
  return fields[field] ?? '';
}

export function configOf(kind: Kind, draft: Draft) {
  if (kind === 'sql') {
    const { host, port, user, database, tls, ca, clientCertificate } = draft.sql;
    return {
      host,
      port,
      user,
      database,
      tls,
      ca: ca.trim() || null,
      clientCertificate: clientCertificate.trim() || null,
      ssh: tunnelOf(draft.sql),
    };
  }
  const { bucket, endpoint, region, prefix, pathStyle } = draft.s3;
  return {
    bucket,
    region: region.trim() || emptyDraft.s3.region,
    endpoint: endpoint.trim() || null,
    prefix,
    pathStyle: pathStyle === 'auto' ? null : pathStyle === 'path',
  };
}

function tunnelOf({ ssh, sshHost, sshPort, sshUser, sshHostKey }: SqlDraft) {
  if (ssh === 'none') return null;
  return { host: sshHost, port: sshPort, user: sshUser, hostKey: sshHostKey || null };
}

export function secretsOf(kind: Kind, draft: Draft): Record<string, string> {
  const rare = kind === 'sql' ? rareSecrets(draft.sql) : [];
  const given = rare.filter((name) => textOf(kind, draft, name).trim() !== '');
  const names: FieldName[] = [...secretNames[kind], ...given];
  return Object.fromEntries(names.map((name) => [name, textOf(kind, draft, name)]));
}

/** Which of them a database has beside its password. */
export function rareSecrets({ clientCertificate, ssh }: SqlDraft): RareSecret[] {
  return [
    ...(clientCertificate.trim() === '' ? [] : (['clientKey'] as const)),
    ...(ssh === 'key' ? (['sshKey'] as const) : []),
    ...(ssh === 'password' ? (['sshPassword'] as const) : []),
  ];
}

export type RareSecret = 'clientKey' | 'sshKey' | 'sshPassword';

/** What people would call it themselves. */
export function suggestedName(kind: Kind, draft: Draft): string {
  return (kind === 'sql' ? draft.sql.database : draft.s3.bucket).trim();
}

export function bodyOf(kind: Kind, draft: Draft): z.input<typeof newConnector> {
  return {
    implementation: kind,
    name: draft.name.trim() || suggestedName(kind, draft),
    config: { ...configOf(kind, draft), ...(kind === 'sql' && { client: 'pg' }) },
    secrets: secretsOf(kind, draft),
    settings: {
      readOnly: draft.readOnly,
      ...(draft.environment !== '' && { environment: draft.environment }),
    },
  };
}

/** What the contract finds wrong with a draft, before it is sent. */
export function problemsOf(kind: Kind, draft: Draft): FieldProblems {
  const { error } = newConnector.safeParse(bodyOf(kind, draft));
  const problems: FieldProblems = {};
  for (const { path } of error?.issues ?? []) {
    const field = fieldAt(path.map(String));
    problems[field] = textOf(kind, draft, field).trim() === '' ? 'required' : field;
  }
  if (kind === 'sql' && draft.sql.password === '' && !draft.hasNoPassword) {
    problems.password = 'required';
  }
  if (kind === 'sql') {
    for (const name of rareSecrets(draft.sql)) {
      if (draft.sql[name].trim() === '') problems[name] = 'required';
    }
  }
  // The name comes from the database or bucket; where that is missing, saying so once is enough.
  if (problems.database ?? problems.bucket) delete problems.name;
  return problems;
}

/** The fields the server refused, in its words. */
export function refusedFields(error: unknown): FieldProblems {
  if (!isErrorBody(error) || error.code !== 'E_VALIDATION') return {};
  const fields = (error.details?.['fields'] ?? []) as { path: string; message: string }[];
  return Object.fromEntries(fields.map(({ path, message }) => [fieldAt(path.split('.')), message]));
}

/** `config.ssh.host` is called `sshHost` here. */
function fieldAt(path: string[]): FieldName {
  const name = path.at(-1) ?? '';
  const isOfTunnel = path.at(-2) === 'ssh';
  return (isOfTunnel ? `ssh${name.charAt(0).toUpperCase()}${name.slice(1)}` : name) as FieldName;
}

export function isDestinationChanged(kind: Kind, stored: Draft, draft: Draft): boolean {
  return destinationNames[kind].some(
    (field) => textOf(kind, stored, field).trim() !== textOf(kind, draft, field).trim(),
  );
}

export function isConfigChanged(kind: Kind, stored: Draft, draft: Draft): boolean {
  return JSON.stringify(configOf(kind, stored)) !== JSON.stringify(configOf(kind, draft));
}
