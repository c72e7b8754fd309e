import { expect, inject, test } from 'vitest';
import { startTcpProxy } from '#testing/tcp-proxy.ts';
import { onServer } from '#testing/test-database.ts';
import { failToStart, makeDataDirectory, type Settings } from '#testing/server-process.ts';

/** What an operator gets wrong, and the one line that says so. */
const passing = 'correct horse battery staple 4711';
const wrong: { title: string; settings: Settings; line: RegExp }[] = [
  {
    title: 'a port that is no number',
    settings: { PORT: 'abc' },
    line: /^PORT: .*\(got 'abc'\)$/,
  },
  {
    title: 'a port that does not exist',
    settings: { PORT: '70000' },
    line: /^PORT: .*\(got '70000'\)$/,
  },
  {
    title: 'a secret key that is too short',
    settings: { SECRET_KEY: 'hunter2' },
    line: /^SECRET_KEY: must have at least 32 characters$/,
  },
  {
    title: 'a database address that is none',
    settings: { DATABASE_URL: 'hunter2' },
    line: /^DATABASE_URL: must be a URL starting with postgres:/,
  },
  {
    title: 'a database where nobody listens',
    settings: { DATABASE_URL: 'postgres://someone:hunter2@127.0.0.1:1/causeway' },
    line: /^DATABASE_URL: connect ECONNREFUSED 127\.0\.0\.1:1$/,
  },
  {
    title: 'a database whose host is unknown',
    settings: { DATABASE_URL: 'postgres://someone:hunter2@nowhere.invalid/causeway' },
    line: /^DATABASE_URL: getaddrinfo E\w+ nowhere\.invalid$/,
  },
  {
    title: 'egress rules that are none',
    settings: { EGRESS_ALLOW_DATA: 'nonsense' },
    line: /^EGRESS_ALLOW_DATA: 'nonsense' is not host:port, address:port or cidr:port$/,
  },
  {
    title: 'a role that does not exist',
    settings: { ROLE: 'king' },
    line: /^ROLE: .*\(got 'king'\)$/,
  },
  {
    title: 'a public address that is none',
    settings: { PUBLIC_URL: 'causeway' },
    line: /^PUBLIC_URL: must be a URL starting with http:/,
  },
  {
    title: 'a public address below the root of its host',
    settings: { PUBLIC_URL: 'https://example.com/causeway/' },
    line: /^PUBLIC_URL: must have no path/,
  },
  {
    title: 'a folder nobody can write to beside a database of the operator',
    settings: { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/x', DATA_DIR: '/dev/null/causeway' },
    line: /^DATA_DIR: can't use \/dev\/null\/causeway \(ENOTDIR at /,
  },
  {
    title: 'registration for what is no domain',
    settings: { REGISTRATION: 'closed' },
    line: /^REGISTRATION: must be 'open', 'invited' or domains.*\(got 'closed'\)$/,
  },
  {
    title: 'production without a secret key',
    settings: { NODE_ENV: 'production' },
    line: /^SECRET_KEY: must be set in production/,
  },
  {
    title: 'production with a secret key from an example',
    settings: { NODE_ENV: 'production', SECRET_KEY: 'change-me-change-me-change-me-hunter2' },
    line: /^SECRET_KEY: looks like a sample; use random characters$/,
  },
];

for (const { title, settings, line } of wrong) {
  test.concurrent(`${title} stops the start with one line that holds no secret`, async () => {
    expect(await refusalOf(settings)).toMatch(line);
  });
}

test.concurrent('a database that refuses the password stops the start with one line', async () => {
  const url = new URL(inject('postgresUrl'));
  url.password = 'hunter2';
  const line = await refusalOf({ DATABASE_URL: url.href });
  expect(line).toMatch(/^DATABASE_URL: password authentication failed/);
});

test.concurrent('a database that is not there stops the start with one line', async () => {
  const url = new URL(inject('postgresUrl'));
  url.pathname = '/nothing_here';
  const line = await refusalOf({ DATABASE_URL: url.href });
  expect(line).toBe('DATABASE_URL: database "nothing_here" does not exist');
});

test.concurrent('a database of another encoding stops the start with one line', async () => {
  await onServer(
    "create database latin encoding 'LATIN1' lc_collate 'C' lc_ctype 'C' template template0 locale_provider 'libc'",
  );
  const url = new URL(inject('postgresUrl'));
  url.pathname = '/latin';
  const line = await refusalOf({ DATABASE_URL: url.href });
  await onServer('drop database latin');
  expect(line).toBe('DATABASE_URL: the database has the encoding LATIN1; it must be UTF8');
});

test.concurrent('a role that may make nothing in the database stops the start with one line', async () => {
  await onServer("create role guest_of_settings login password 'hunter2'");
  const url = new URL(inject('postgresUrl'));
  [url.username, url.password] = ['guest_of_settings', 'hunter2'];
  const line = await refusalOf({ DATABASE_URL: url.href });
  await onServer('drop role guest_of_settings');
  expect(line).toBe(
    'DATABASE_URL: the role may not create schemas in this database; let it own the database',
  );
});

test.concurrent('a database that takes the call and stays silent stops the start with one line', async () => {
  const proxy = await startTcpProxy({ port: Number(new URL(inject('postgresUrl')).port) });
  proxy.freeze();
  const url = `postgres://someone:hunter2@127.0.0.1:${proxy.port}/causeway`;
  expect(await refusalOf({ DATABASE_URL: url })).toBe('DATABASE_URL: timeout expired');
  await proxy.close();
});

/** The line of a refused start, which must be the only one and hold no secret. */
async function refusalOf(settings: Settings): Promise<string> {
  const folder = await makeDataDirectory();
  const failed = await failToStart({
    DATA_DIR: folder.path,
    SECRET_KEY: settings.NODE_ENV ? '' : passing,
    ...settings,
  });
  await folder.remove();
  expect(failed.code).toBe(1);
  expect(failed.errors).not.toMatch(/hunter2|battery/);
  const [line, ...rest] = failed.errors.split('\n');
  expect(rest).toEqual(['']);
  return line?.replace(/^Causeway can't start\. /, '') ?? '';
}
