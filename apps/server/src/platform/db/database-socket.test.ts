import type { Socket } from 'node:net';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '#testing/test-database.ts';
import { databaseSocket } from './database-socket.ts';

const database = await createTestDatabase();
afterAll(() => database.drop());

async function connect(): Promise<pg.Client & { socket: Socket }> {
  const client = new pg.Client({ connectionString: database.url, stream: databaseSocket });
  client.on('error', () => {});
  await client.connect();
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  return Object.assign(client, { socket: stream });
}

/** Cells of every length around those at which pieces and slabs end, each of one letter. */
function rowsOf(letter: string): string {
  return `select repeat('${letter}', n * 977) as cell from generate_series(1, 150) n`;
}

test('connections that read into the same room at once get their own answers, whole', async () => {
  const letters = [...'abcdef'];
  const clients = await Promise.all(letters.map(connect));
  const answers = await Promise.all(
    clients.map((client, at) => client.query<{ cell: string }>(rowsOf(letters[at] ?? ''))),
  );
  for (const [at, { rows }] of answers.entries()) {
    const letter = letters[at] ?? '';
    expect(rows.map(({ cell }) => cell)).toEqual(rows.map((_, n) => letter.repeat((n + 1) * 977)));
  }
  await Promise.all(clients.map((client) => client.end()));
});

test('one that rests reads nothing until it goes on, and one whose database is gone ends', async () => {
  const [resting, other] = await Promise.all([connect(), connect()]);
  let isAnswered = false;
  resting.socket.pause();
  const answer = resting.query<{ cell: string }>(rowsOf('x')).finally(() => (isAnswered = true));
  const read = resting.socket.bytesRead;
  for (let time = 0; time < 5; time += 1) await other.query(rowsOf('y'));
  expect(resting.socket.bytesRead).toBe(read);
  expect(isAnswered).toBe(false);
  resting.socket.resume();
  expect((await answer).rows).toHaveLength(150);

  const ended = expect(resting.query('select pg_sleep(60)')).rejects.toThrow(/terminat/);
  const { processID } = resting as unknown as { processID: number };
  await other.query('select pg_terminate_backend($1)', [processID]);
  await ended;
  await other.end();
});
