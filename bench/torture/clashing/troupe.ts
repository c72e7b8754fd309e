import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { bucketIndexRoutes } from '@causeway/contract/storage/bucket-index.ts';
import { fillPath, type Route, type RouteAnswer } from '@causeway/contract/route.ts';
import { stringifyQuery } from '@causeway/contract/query-string.ts';
import { type StorageJob, storageJobRoutes } from '@causeway/contract/storage/jobs.ts';
import { logIn, type ServerProcess } from '../../../apps/server/src/testing/server-process.ts';

type Parts = {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
};

export type Troupe = Awaited<ReturnType<typeof createTroupe>>;

/** Two instances on one database that are killed and begun again while they perform. */
export async function createTroupe(
  launch: () => Promise<ServerProcess>,
  connect: (server: ServerProcess, token: string) => Promise<string>,
) {
  const servers = [await launch(), await launch()];
  const token = await logIn(servers[0]!);
  const connector = { id: await connect(servers[0]!, token) };
  let kills = 0;

  async function call<R extends Route>(route: R, parts: Parts = {}): Promise<RouteAnswer<R>> {
    for (;;) {
      const answer = await send(route, parts).catch(() => undefined);
      if (answer?.ok) return (await answer.json()) as RouteAnswer<R>;
      if (answer && answer.status < 500) {
        throw new Error(`${route.path}: ${answer.status} ${await answer.text()}`);
      }
      await sleep(100);
    }
  }

  function send(route: Route, { params, query, body }: Parts): Promise<Response> {
    const url = servers[randomInt(servers.length)]?.url;
    const search = stringifyQuery({ ...(!body && { connector }), ...query });
    return fetch(`${url}${fillPath(route.path, params)}?${search}`, {
      method: route.method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify({ connector, ...body }) }),
    });
  }

  async function killOne(): Promise<void> {
    const place = randomInt(servers.length);
    servers[place]?.kill('SIGKILL');
    await servers[place]?.ended;
    servers[place] = await launch();
    kills += 1;
  }

  /** A worker that was killed is missed only after a while; stopping and resuming is quicker. */
  async function goOn({ id: jobId }: StorageJob): Promise<void> {
    const params = { jobId };
    for (const route of [storageJobRoutes.cancel, storageJobRoutes.resume]) {
      await call(route, { params, body: {} }).catch((error: Error) => {
        // It has come to its end meanwhile.
        if (!error.message.includes('E_STORAGE_JOB_STATE')) throw error;
      });
    }
  }

  return {
    call,
    kills: () => kills,
    /** What was put past the product is known before a job begins. */
    crawl: async () => {
      await call(bucketIndexRoutes.refresh, { body: { olderThanMinutes: 0 } });
      while ((await call(bucketIndexRoutes.read)).state !== 'ready') await sleep(200);
    },
    stop: async () => {
      for (const server of servers) server.kill('SIGKILL');
      await Promise.all(servers.map((server) => server.ended));
    },
    /** Runs jobs to their end, with one kill at some moment, and another if they take long. */
    perform: async (wanted: { route: Route; body: Record<string, unknown> }[]) => {
      const jobs = await Promise.all(
        wanted.map(async ({ route, body }) => (await call(route, { body })) as StorageJob),
      );
      let killAt = Date.now() + randomInt(500, 6_000);
      for (;;) {
        const states = await Promise.all(
          jobs.map(({ id }) => call(storageJobRoutes.read, { params: { jobId: id } })),
        );
        const open = states.filter(({ state }) => state === 'listing' || state === 'running');
        if (open.length === 0) return states;
        if (Date.now() > killAt) {
          await killOne();
          for (const job of open) await goOn(job);
          killAt = Date.now() + randomInt(15_000, 40_000);
        }
        await sleep(200);
      }
    },
    listTrash: async (search: string) => {
      const ids: string[] = [];
      for (let cursor: string | null | undefined; cursor !== null;) {
        const page: RouteAnswer<typeof storageJobRoutes.trash> = await call(
          storageJobRoutes.trash,
          {
            query: { search, limit: 100, ...(cursor && { cursor }) },
          },
        );
        ids.push(...page.items.map(({ id }) => id));
        cursor = page.nextCursor;
      }
      return ids;
    },
    /** What the trash holds of a folder, read by the addresses it shows. */
    readTrash: async (search: string) => {
      const contents: string[] = [];
      for (let cursor: string | null | undefined; cursor !== null;) {
        const page: RouteAnswer<typeof storageJobRoutes.trash> = await call(
          storageJobRoutes.trash,
          {
            query: { search, limit: 100, ...(cursor && { cursor }) },
          },
        );
        for (const { url } of page.items) {
          const answer = await fetch(`${servers[0]?.url}${url}`);
          contents.push(answer.ok ? await answer.text() : `unreadable: ${answer.status}`);
        }
        cursor = page.nextCursor;
      }
      return contents;
    },
    connectorId: connector.id,
  };
}
