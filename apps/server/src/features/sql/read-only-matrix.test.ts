import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectorRoutes } from '@causeway/contract/connectors/connectors.ts';
import type { SavedQuery } from '@causeway/contract/sql/queries.ts';
import { listTraces, prepareForAttempts } from '#testing/read-only-attempts.ts';
import { notated, ordinary, prepareForNotations } from '#testing/dangerous-notations.ts';
import type { Answer } from '#testing/send.ts';
import { codeOf, startSqlWorkspace } from '#testing/sql-workspace.ts';

/**
 * Each dangerous call, in every notation SQL has, by every way a statement can come where only
 * reading is allowed: on a role of its own, on a member of a superuser and on a superuser.
 */
let before: unknown;
let places: Record<'an ordinary role' | 'a member of a superuser' | 'a superuser', string>;

const space = await startSqlWorkspace();
beforeAll(async () => {
  await prepareForAttempts(space);
  await prepareForNotations(space);
  before = await listTraces(space);
  places = {
    'an ordinary role': space.plain,
    'a member of a superuser': space.member.id,
    'a superuser': space.powerful,
  };
});
afterAll(() => space.stop());

type Way = (sql: string, connectorId: string) => Promise<Answer>;

const post = (path: string, more: object = {}): Way => {
  return (sql, connectorId) => space.send('POST', { sql, ...more }, { connectorId }, path);
};

async function runSaved(sql: string, connectorId: string): Promise<Answer> {
  const token = space.editor.token;
  const connector = { id: connectorId };
  const saved = await space.server.send('POST', '/api/queries/v1/queries', {
    token,
    body: { connector, name: 'Saved', sql },
  });
  const { id } = saved.json as SavedQuery;
  const body = { connector };
  return space.server.send('POST', `/api/queries/v1/queries/${id}/run`, { token, body });
}

function exportRows(sql: string, connectorId: string): Promise<Answer> {
  const body = {
    connector: { id: connectorId },
    source: { kind: 'query', sql },
    file: { format: 'csv' },
  };
  return space.server.send('POST', '/api/exports/v1/stream', { token: space.editor.token, body });
}

/** What a condition can say: whether there are such rows. */
function askCondition(sql: string, connectorId: string): Promise<Answer> {
  const query = new URLSearchParams({
    'connector[id]': connectorId,
    schema: 'public',
    where: `exists (${sql})`,
  });
  const { token } = space.editor;
  return space.server.send('GET', '/api/tables/v1/tables/kept/rows', { token, query: `${query}` });
}

const ways: Record<string, Way> = {
  'the call that reads': post('/api/sql/v1/read'),
  'a locked tab': post('/api/sql/v1/run', { readOnly: true, confirmed: true }),
  'a stream': post('/api/sql/v1/stream'),
  'a saved query': runSaved,
  'an export': exportRows,
  'a condition over a table': askCondition,
};

/** Few at a time: the parser is one, and so is the machine. */
async function tryAll(way: Way, connectorId: string): Promise<string[]> {
  const allowed: string[] = [];
  for (let from = 0; from < notated.length; from += 12) {
    const some = notated.slice(from, from + 12);
    const answers = await Promise.all(some.map(({ sql }) => way(sql, connectorId)));
    for (const [at, answer] of answers.entries()) {
      const isRefused = /^(405 E_SQL_READ_ONLY|422 E_SQL_SYNTAX)$/.test(codeOf(answer));
      if (!isRefused) allowed.push(`${some[at]?.sql} → ${answer.text.slice(0, 200)}`);
    }
  }
  return allowed;
}

test('SQL-1 there are hundreds of ways to write a dangerous call', () => {
  expect(notated.length).toBeGreaterThan(500);
});

test.each(['an ordinary role', 'a member of a superuser', 'a superuser'] as const)(
  'SQL-1 whatever the notation, %s calls nothing dangerous where only reading is allowed',
  async (kind) => {
    for (const [name, way] of Object.entries(ways)) {
      expect(await tryAll(way, places[kind]), name).toEqual([]);
    }
    expect(await listTraces(space)).toEqual(before);
  },
);

test('SQL-1 what only looks like it works as ever, for viewers too', async () => {
  for (const sql of ordinary) {
    for (const as of [space.viewer, space.editor]) {
      const answer = await space.send('POST', { sql }, { as }, '/api/sql/v1/read');
      expect(codeOf(answer), `${sql} → ${answer.text}`).toBe('200');
    }
  }
});

test('SNIP-1 a snippet that calls one is not told to only read', async () => {
  // What people made of them is known only where it was made.
  const own = /^(slurp|run_)|people/;
  const { sqlParser } = space.server.services;
  for (const { sql } of notated.filter(({ how }) => !own.test(how))) {
    expect((await sqlParser.inspect(sql)).refusal, sql).toBeDefined();
  }
});

describe('a role that can become more than it is', () => {
  test('CONN-3 is found by what it is a member of, however far', async () => {
    const report = await space.server.call(
      connectorRoutes.safety,
      { params: { projectId: space.projectId, connectorId: space.member.id } },
      space.owner,
    );
    expect(report.findings).toContainEqual(
      expect.objectContaining({ severity: 'danger', code: 'superuser' }),
    );
    expect(report.findings.map(({ code }) => code)).toContain('powerful-membership');
  });

  test('TEAM-2 viewers run no SQL of their own with it', async () => {
    for (const connectorId of [space.member.id, space.powerful]) {
      const as = space.viewer;
      const answer = await space.send('POST', { sql: 'select 1' }, { as, connectorId });
      expect(codeOf(answer)).toBe('403 E_CONNECTOR_TOO_POWERFUL');
    }
  });

  test.each([
    'pg_authid',
    'pg_shadow',
    'pg_hba_file_rules',
    'pg_file_settings',
    'pg_user_mappings',
    'pg_subscription',
    'pg_largeobject',
    'pg_stat_activity',
  ])('TEAM-2 viewers read nothing of %s with it, by table or export', async (table) => {
    const connector = { id: space.powerful };
    const query = `connector[id]=${connector.id}&schema=pg_catalog`;
    const read = (token: string) =>
      space.server.send('GET', `/api/tables/v1/tables/${table}/rows`, { token, query });
    expect(codeOf(await read(space.viewer.token))).toBe('403 E_CONNECTOR_TOO_POWERFUL');
    expect(codeOf(await read(space.owner.token))).toBe('200');
    const exported = await space.server.send('POST', '/api/exports/v1/stream', {
      token: space.viewer.token,
      body: {
        connector,
        source: { kind: 'table', schema: 'pg_catalog', table },
        file: { format: 'csv' },
      },
    });
    expect(codeOf(exported)).toBe('403 E_CONNECTOR_TOO_POWERFUL');
  });
});
