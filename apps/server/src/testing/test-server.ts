import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino, { type Logger } from 'pino';
import type { ErrorBody } from '@causeway/contract/errors.ts';
import {
  fillPath,
  type Route,
  type RouteAnswer,
  type RouteInput,
} from '@causeway/contract/route.ts';
import { type Env, readEnv } from '#env';
import type { Services } from '#platform/services.ts';
import type { App } from '../app.ts';
import { startInstance } from '../start.ts';
import { type Answer, type SendOptions, sendTo } from './send.ts';
import { createTestDatabase } from './test-database.ts';

export type TestServer = {
  app: App;
  services: Services;
  url: string;
  databaseUrl: string;
  /** Calls a route as a client would and expects it to succeed. */
  call<R extends Route>(route: R, input: RouteInput<R>, as?: As): Promise<RouteAnswer<R>>;
  /** Calls a route and expects it to be refused. */
  refuse<R extends Route>(route: R, input: RouteInput<R>, as?: As): Promise<Refusal>;
  /** Sends anything at all. */
  send(method: string, path: string, options?: SendOptions): Promise<Answer>;
  /** A second instance on the same database. */
  another(): Promise<TestServer>;
  stop(): Promise<void>;
};

type As = { token?: string; key?: string };
type Refusal = ErrorBody & { status: number; headers: Headers };

/** The product on a database of its own, reached over real HTTP. */
export async function startTestServer(
  settings: Partial<Env> = {},
  logger: Logger = pino({ level: 'silent' }),
): Promise<TestServer> {
  const database = await createTestDatabase();
  const server = await startOn(database.url, settings, logger);
  return {
    ...server,
    stop: async () => {
      await server.stop();
      await database.drop();
    },
  };
}

async function startOn(
  databaseUrl: string,
  settings: Partial<Env>,
  logger: Logger,
): Promise<TestServer> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'causeway-data-'));
  const env: Env = {
    ...readEnv({
      PORT: '0',
      DATA_DIR: dataDirectory,
      NODE_ENV: 'test',
      SECRET_KEY: testKey,
      // Most tests are not about what a plan allows.
      DEFAULT_PLAN: 'business',
    }),
    ...settings,
  };
  // What is due every minute would otherwise come between two steps of a test now and then.
  const running = await startInstance({ env, databaseUrl, logger, keepsTime: false });
  const url = `http://127.0.0.1:${running.port}`;
  const send = (method: string, path: string, options: SendOptions = {}) => {
    return sendTo(url, method, path, options);
  };
  const request = <R extends Route>(route: R, input: RouteInput<R>, as: As = {}) => {
    const { params, query, body } = input as {
      params?: Record<string, string>;
      query?: Record<string, unknown>;
      body?: unknown;
    };
    const search = new URLSearchParams(
      Object.entries(query ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
    );
    return send(route.method, fillPath(route.path, params), {
      ...as,
      body,
      query: search.toString(),
    });
  };
  return {
    app: running.app,
    services: running.services,
    url,
    databaseUrl,
    send,
    call: async (route, input, as) => {
      const answer = await request(route, input, as);
      if (answer.status !== 200) {
        throw new Error(`${route.method} ${route.path}: ${answer.status} ${answer.text}`);
      }
      return answer.json as never;
    },
    refuse: async (route, input, as) => {
      const answer = await request(route, input, as);
      if (answer.status < 400) {
        throw new Error(`${route.method} ${route.path} was not refused: ${answer.text}`);
      }
      return { ...(answer.json as ErrorBody), status: answer.status, headers: answer.headers };
    },
    another: () => startOn(databaseUrl, settings, logger),
    stop: async () => {
      await running.stop();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}

const testKey = 'a key for tests only, long enough to be taken';
