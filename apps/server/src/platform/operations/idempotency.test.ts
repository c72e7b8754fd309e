import pino from 'pino';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { projectRoutes } from '@causeway/contract/projects.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { changeRows, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { createProcesses } from '#platform/processes/processes.ts';
import { createUser, type TestUser } from '#testing/factories.ts';
import { startTestServer } from '#testing/test-server.ts';
import { fingerprintOf, onceOutside, onceRecorded } from './idempotency.ts';

let person: TestUser;

const server = await startTestServer();
afterAll(() => server.stop());
beforeEach(async () => {
  person = await createUser(server.services.db);
});

const newKey = () => crypto.randomUUID();

function create(name: string, key: string, on = server) {
  return on.send('POST', '/api/projects/v1', { token: person.token, key, body: { name } });
}

async function projectNames() {
  const projects = await server.call(projectRoutes.list, {}, { token: person.token });
  return projects.map((project) => project.name);
}

describe('a write in our own database', () => {
  test('CALL-3 the same key and body get the first answer again and do nothing twice', async () => {
    const key = newKey();
    const first = await create('Once', key);
    const second = await create('Once', key);
    expect([second.status, second.text]).toEqual([200, first.text]);
    expect(await projectNames()).toEqual(['Once']);
  });

  test('CALL-3 the same key with another body is refused and never retried by the client', async () => {
    const key = newKey();
    await create('One', key);
    const refused = await create('Other', key);
    expect(refused.status).toBe(422);
    expect(refused.json).toMatchObject({ code: 'E_IDEMPOTENCY_KEY_REUSED' });
    expect(await projectNames()).toEqual(['One']);
  });

  test('CALL-3 twenty at once on two instances make one', async () => {
    const other = await server.another();
    const key = newKey();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => create('At once', key, index % 2 ? other : server)),
    );
    expect(new Set(answers.map((answer) => `${answer.status} ${answer.text}`)).size).toBe(1);
    expect(await projectNames()).toEqual(['At once']);
    await other.stop();
  });

  test('a refused request is not remembered: mended, it goes through under the same key', async () => {
    const key = newKey();
    expect((await create('', key)).status).toBe(422);
    expect((await create('Mended', key)).status).toBe(200);
  });

  test('keys of two users do not meet', async () => {
    const key = newKey();
    await create('Mine', key);
    person = await createUser(server.services.db);
    await create('Theirs', key);
    expect(await projectNames()).toEqual(['Theirs']);
  });

  test('remembered answers lie encrypted', async () => {
    await create('Canary bakery', newKey());
    const rows = await listRows<{ answer: string }>(
      server.services.db,
      sql`select answer from idempotency_keys where caller = ${`user:${person.id}`}`,
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]!.answer).toMatch(/^v1\./);
    expect(rows[0]!.answer).not.toContain('Canary');
  });

  test.each(['short', 'with space inside', 'x'.repeat(201)])(
    'a key that is none (%s) is refused',
    async (key) => {
      expect((await create('Any', key)).status).toBe(422);
    },
  );
});

describe('a write outside our database', () => {
  const request = () => ({
    caller: person.id,
    key: newKey(),
    fingerprint: fingerprintOf({ name: 'some.where' }, { body: { a: 1 } }),
  });

  function once<Answer>(keyed: ReturnType<typeof request>, act: () => Promise<Answer>) {
    return onceOutside(server.services, keyed, act);
  }

  test('is done once, and answered again', async () => {
    const keyed = request();
    let done = 0;
    const act = async () => ({ times: (done += 1) });
    expect(await once(keyed, act)).toEqual({ times: 1 });
    expect(await once(keyed, act)).toEqual({ times: 1 });
    expect(done).toBe(1);
  });

  test('a second request meanwhile is told to wait', async () => {
    const keyed = request();
    await once(keyed, async () => {
      await expect(once(keyed, async () => null)).rejects.toMatchObject({
        code: 'E_IDEMPOTENCY_IN_PROGRESS',
      });
      return null;
    });
  });

  test('an act that says it did not take place may be tried again', async () => {
    const keyed = request();
    const failing = once(keyed, async () => {
      throw new Failure('E_UPSTREAM_UNREACHABLE');
    });
    await expect(failing).rejects.toMatchObject({ code: 'E_UPSTREAM_UNREACHABLE' });
    expect(await once(keyed, async () => 'done')).toBe('done');
  });

  test('when its server was killed in the middle, the caller is soon told that nobody knows', async () => {
    const keyed = request();
    const { db, secrets } = server.services;
    const killed = createProcesses(db, pino({ level: 'silent' }));
    await killed.start();
    const begun = Promise.withResolvers<void>();
    const never = Promise.withResolvers<null>();
    void onceOutside({ db, secrets, processes: killed }, keyed, () => {
      begun.resolve();
      return never.promise;
    });
    await begun.promise;
    await expect(once(keyed, async () => 'again')).rejects.toMatchObject({
      code: 'E_IDEMPOTENCY_IN_PROGRESS',
    });
    await killed.stop();
    await expect(once(keyed, async () => 'again')).rejects.toMatchObject({
      code: 'E_OUTCOME_UNKNOWN',
      status: 424,
    });
  });

  test('a claim that we hold no longer, since a crash took its answer along, is told as that', async () => {
    const keyed = request();
    const { db, processes } = server.services;
    await changeRows(
      db,
      sql`insert into idempotency_keys (caller, key, fingerprint, state, process_id)
          values (${keyed.caller}, ${keyed.key}, ${keyed.fingerprint}, 'running', ${processes.id})`,
    );
    await expect(once(keyed, async () => 'again')).rejects.toMatchObject({
      code: 'E_OUTCOME_UNKNOWN',
    });
  });

  test('what is recorded makes ready while it is claimed, and gets no further for a second request', async () => {
    const keyed = request();
    let done = 0;
    const act = () =>
      onceRecorded(server.services, keyed, async ({ isOurs, beside }) => {
        await isOurs;
        beside(Promise.resolve());
        return { times: (done += 1) };
      });
    expect([await act(), await act(), done]).toEqual([{ times: 1 }, { times: 1 }, 1]);
  });

  test.each([new Error('a bug'), new Failure('E_UPSTREAM_UNREACHABLE')])(
    'what fails beside a recorded act is told, and who asks again gets the answer (%s)',
    async (fault) => {
      const keyed = request();
      let done = 0;
      const act = () =>
        onceRecorded(server.services, keyed, async ({ isOurs, beside }) => {
          await isOurs;
          beside(Promise.reject(fault));
          return (done += 1);
        });
      await expect(act()).rejects.toThrow(fault.message);
      expect([await act(), done]).toEqual([1, 1]);
    },
  );

  test('when it broke off without a word, the caller is told that nobody knows', async () => {
    const keyed = request();
    const broken = once(keyed, () => Promise.reject(new Error('a bug')));
    await expect(broken).rejects.toThrow('a bug');
    await expect(once(keyed, async () => 'again')).rejects.toMatchObject({
      code: 'E_OUTCOME_UNKNOWN',
    });
  });
});
