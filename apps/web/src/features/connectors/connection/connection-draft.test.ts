import type { Connector } from '@causeway/contract/connectors/connectors.ts';
import { expect, test } from 'vitest';
import {
  bodyOf,
  configOf,
  draftOf,
  emptyDraft,
  isDestinationChanged,
  problemsOf,
  refusedFields,
  secretsOf,
  withField,
  type Draft,
  type FieldName,
} from './connection-draft.ts';
import type { Kind } from './kinds.ts';

const connector: Connector = {
  id: '0b7c8f7e-7a52-4d2c-9a53-5f3f0f0f0a01',
  projectId: '0b7c8f7e-7a52-4d2c-9a53-5f3f0f0f0a02',
  name: 'Media',
  implementation: 's3',
  config: { bucket: 'media', region: 'eu-west-1', endpoint: null, prefix: 'a/' },
  secretFields: { accessKey: true, secretKey: true },
  settings: {
    hidden: [],
    withheld: [],
    aliases: {},
    labelColumns: {},
    anchors: [],
    readOnly: true,
  },
  lastCheck: null,
  createdAt: '2024-01-01T00:00:00Z',
  updatedAt: '2024-01-01T00:00:00Z',
};

test('CONN-3 a database without a password is one that somebody said has none', () => {
  const draft = { ...emptyDraft, hasNoPassword: true };
  expect(problemsOf('sql', draft)).not.toHaveProperty('password');
});

test('CONN-3 an empty form names every field that is missing, the suggested name aside', () => {
  expect(problemsOf('sql', emptyDraft)).toEqual({
    host: 'required',
    user: 'required',
    database: 'required',
    password: 'required',
  });
  expect(problemsOf('s3', emptyDraft)).toEqual({
    bucket: 'required',
    accessKey: 'required',
    secretKey: 'required',
  });
});

test.each([
  ['sql', 'host', 'https://db.example.com'],
  ['sql', 'host', 'ann@db'],
  ['sql', 'port', '70000'],
  ['sql', 'port', 'x'],
  ['s3', 'bucket', 'a_b'],
  ['s3', 'endpoint', 's3.example.com'],
  ['s3', 'endpoint', 'https://s3.example.com/media'],
] as const)('CONN-3 %s: %s %j gets its own sentence', (kind, field, text) => {
  expect(problemsOf(kind, fill(kind, { ...complete[kind], [field]: text }))).toEqual({
    [field]: field,
  });
});

test('CONN-3 a complete form has no problems, and takes its name from the database', () => {
  const draft = fill('sql', complete.sql);
  expect(problemsOf('sql', draft)).toEqual({});
  expect(bodyOf('sql', draft)).toMatchObject({
    name: 'shop',
    config: { client: 'pg', host: 'db.example.com', port: '5432' },
    secrets: { password: 'pw' },
  });
});

test('CONN-5 a stored connector is edited without its secrets', () => {
  const draft = draftOf(connector);
  expect(draft.s3).toMatchObject({ accessKey: '', secretKey: '', pathStyle: 'auto' });
  expect(configOf('s3', draft)).toEqual({ ...connector.config, pathStyle: null });
});

test('CONN-3 where the bucket is named can be chosen and left to the endpoint again', () => {
  const draft = draftOf(connector);
  const chosen = withField('s3', draft, 'pathStyle', 'host');
  expect(configOf('s3', chosen)).toMatchObject({ pathStyle: false });
  expect(configOf('s3', withField('s3', chosen, 'pathStyle', 'auto'))).toMatchObject({
    pathStyle: null,
  });
});

test('CONN-5 another bucket or endpoint is another destination; a region or prefix is not', () => {
  const stored = draftOf(connector);
  const isElsewhere = (field: FieldName, text: string) =>
    isDestinationChanged('s3', stored, withField('s3', stored, field, text));
  expect(isElsewhere('bucket', 'other')).toBe(true);
  expect(isElsewhere('endpoint', 'https://s3.example.com')).toBe(true);
  expect(isElsewhere('prefix', 'b/')).toBe(false);
  expect(isElsewhere('region', 'eu-west-2')).toBe(false);
  expect(isElsewhere('bucket', 'media ')).toBe(false);
});

test('CONN-3 fields that the server refuses are told in its words', () => {
  const details = { fields: [{ path: 'body.config.host', message: 'Not that one' }] };
  const error = { code: 'E_VALIDATION', message: 'x', requestId: 'y', details };
  expect(refusedFields(error)).toEqual({ host: 'Not that one' });
  expect(refusedFields(new Error('offline'))).toEqual({});
});

test('CONN-3 a tunnel names what it misses, and goes along with its key and nothing else', () => {
  const open = fill('sql', { ...complete.sql, ssh: 'key' });
  expect(problemsOf('sql', open)).toEqual({
    sshHost: 'required',
    sshUser: 'required',
    sshKey: 'required',
  });
  const key = '-----BEGIN RSA PRIVATE KEY-----\nMII';
  const full = { ...complete.sql, ssh: 'key', sshHost: 'bastion', sshUser: 'ann', sshKey: key };
  const draft = fill('sql', { ...full, sshPassword: 'left from before' });
  expect(problemsOf('sql', draft)).toEqual({});
  expect(bodyOf('sql', draft)).toMatchObject({
    config: { ssh: { host: 'bastion', port: '22', user: 'ann', hostKey: null } },
    secrets: { password: 'pw', sshKey: key },
  });
  expect(secretsOf('sql', draft)).not.toHaveProperty('sshPassword');
  const locked = { ...full, sshKey: '-----BEGIN ENCRYPTED PRIVATE KEY-----' };
  expect(problemsOf('sql', fill('sql', locked))).toEqual({ sshKey: 'sshKey' });
});

test('CONN-5 another SSH server has another key', () => {
  const noted = fill('sql', { ssh: 'key', sshHost: 'bastion', sshHostKey: 'SHA256:x' });
  expect(withField('sql', noted, 'sshUser', 'bob').sql.sshHostKey).toBe('SHA256:x');
  expect(withField('sql', noted, 'sshHost', 'other').sql.sshHostKey).toBe('');
});

const complete = {
  sql: { host: 'db.example.com', user: 'ann', database: 'shop', password: 'pw' },
  s3: { bucket: 'media', accessKey: 'AKIA', secretKey: 'sec' },
};

function fill(kind: Kind, fields: Record<string, string>): Draft {
  return Object.entries(fields).reduce(
    (draft, [field, text]) => withField(kind, draft, field as FieldName, text),
    emptyDraft,
  );
}
