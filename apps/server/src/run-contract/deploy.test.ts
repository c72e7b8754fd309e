import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readEnv, settingNames } from '../env.ts';
import { startTestServer } from '#testing/test-server.ts';

/** What stands in deploy/ is run by nobody here: it is held against what it speaks of. */
const root = fileURLToPath(new URL('../../../../', import.meta.url));
const read = (path: string) => readFile(`${root}${path}`, 'utf8');

type Probe = { httpGet: { path: string; port: string } };
type Container = {
  env: { name: string; value: string }[];
  ports: { name: string; containerPort: number }[];
  envFrom: { configMapRef?: { name: string }; secretRef?: { name: string } }[];
  startupProbe: Probe;
  livenessProbe: Probe;
  readinessProbe: Probe;
};
type Manifest = {
  kind: string;
  metadata: { name: string };
  data?: Record<string, string>;
  stringData?: Record<string, string>;
  spec?: {
    selector?: { matchLabels?: Record<string, string> } & Record<string, unknown>;
    template?: {
      metadata: { labels: Record<string, string> };
      spec: { containers: [Container]; terminationGracePeriodSeconds: number };
    };
    ports?: { targetPort: string }[];
  };
};
type Compose = {
  services: Record<
    string,
    {
      environment?: Record<string, string>;
      stop_grace_period?: string;
      build?: { dockerfile: string };
    }
  >;
};

const dockerfile = await read('deploy/Dockerfile');
const nginx = await read('deploy/nginx.conf');
const compose = parse(await read('deploy/compose.yaml'), { merge: true }) as Compose;
const files = (await readdir(`${root}deploy/kubernetes`)).filter(
  (name) => name !== 'kustomization.yaml',
);
const manifests: Manifest[] = [];
for (const file of files) {
  const documents = parseAllDocuments(await read(`deploy/kubernetes/${file}`));
  manifests.push(...documents.map((document) => document.toJS({ maxAliasCount: 0 }) as Manifest));
}
const named = (kind: string, name: string) => {
  const found = manifests.find((one) => one.kind === kind && one.metadata.name === name);
  if (!found) throw new Error(`There is no ${kind} ${name}`);
  return found;
};
const deployments = ['causeway-web', 'causeway-worker'].map(
  (name) => named('Deployment', name).spec!,
);
const built = Object.fromEntries(
  [...dockerfile.matchAll(/^(?:ENV)? +(\w+)=(\S+)/gm)].map(([, name, value]) => [name, value]),
);
const ours = ['web-one', 'web-two', 'worker'].map(
  (name) => compose.services[name]?.environment ?? {},
);

/** Told to Node and the C library, not to us. */
const others = new Set(['MALLOC_MMAP_THRESHOLD_', 'NODE_COMPILE_CACHE']);

const server = await startTestServer();
afterAll(() => server.stop());

describe('settings', () => {
  test('whatever is set in deploy/ is a setting that exists', async () => {
    const example = [...(await read('deploy/env.example')).matchAll(/^(\w+)=/gm)];
    const set = [
      ...Object.keys(built),
      ...ours.flatMap(Object.keys),
      ...manifests.flatMap(({ data, stringData }) => Object.keys({ ...data, ...stringData })),
      ...deployments.flatMap(({ template }) =>
        template!.spec.containers[0].env.map(({ name }) => name),
      ),
      ...example.map(([, name = '']) => name).filter((name) => name !== 'POSTGRES_PASSWORD'),
    ];
    expect(set.filter((name) => !settingNames.includes(name) && !others.has(name))).toEqual([]);
    // What the file names for compose is what compose asks for.
    const asked = new Set(
      [...(await read('deploy/compose.yaml')).matchAll(/\$\{(\w+)/g)].map(([, name]) => name),
    );
    expect(example.filter(([, name]) => !asked.has(name))).toEqual([]);
  });

  test('README.md tells of every setting', async () => {
    const readme = await read('README.md');
    const internal = new Set(['STRIPE_API_URL', 'NODE_ENV']);
    const untold = settingNames.filter((name) => !readme.includes(`\`${name}\``));
    expect(untold.filter((name) => !internal.has(name))).toEqual([]);
  });

  test('they start a production installation, once the example of a key is replaced', () => {
    const key = 'kZ8wq1v7Yt3pLmN4rB6cX9dF2gH5jKsA';
    for (const { template } of deployments) {
      const [container] = template!.spec.containers;
      const own = Object.fromEntries(container.env.map(({ name, value }) => [name, value]));
      const config = named('ConfigMap', container.envFrom[0]?.configMapRef?.name ?? '').data;
      const secret = named('Secret', container.envFrom[1]?.secretRef?.name ?? '').stringData;
      const env = { ...built, ...config, ...secret, ...own } as Record<string, string>;
      expect(() => readEnv(env)).toThrow('SECRET_KEY: looks like a sample');
      expect(readEnv({ ...env, SECRET_KEY: key })).toMatchObject({
        production: true,
        webProcesses: 1,
      });
    }
    for (const environment of ours) {
      // As compose fills it in: what must be set, what has a default, and nothing.
      const filled = Object.entries(environment).map(([name, value]) => [
        name,
        name === 'SECRET_KEY'
          ? key
          : value.replace(/\$\{\w+(?::[?-]([^}]*))?\}/g, (_, rest = '') =>
              value.includes(':?') ? 'https://filled.example.com' : rest,
            ),
      ]);
      const env = {
        ...built,
        ...Object.fromEntries(filled),
        DATABASE_URL: 'postgres://postgres/x',
      };
      expect(readEnv(env as Record<string, string>)).toMatchObject({
        production: true,
        proxies: 1,
      });
    }
  });
});

describe('the image', () => {
  test('has the Node that the project pins', async () => {
    const { dependencies } = JSON.parse(await read('package.json')) as {
      dependencies: { node: string };
    };
    expect(/^ARG NODE=(\S+)$/m.exec(dockerfile)?.[1]).toBe(dependencies.node);
    const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base);
    expect(
      bases.filter((base) => !/^(node:\$\{NODE\}-bookworm-slim|manifests)$/.test(base ?? '')),
    ).toEqual([]);
  });

  test('copies what is there, and the package.json of every workspace', async () => {
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(
      ([, from = '']) => from.split(' '),
    );
    expect(copied.filter((path) => !existsSync(`${root}${path}`))).toEqual([]);
    const { packages } = JSON.parse(await read('package-lock.json')) as {
      packages: Record<string, object>;
    };
    const workspaces = Object.keys(packages).filter(
      (path) => path !== '' && !path.startsWith('node_modules') && !path.includes('/node_modules/'),
    );
    for (const path of workspaces) expect(copied).toContain(`${path}/package.json`);
  });

  test('starts the server as npm start does, by somebody who is not root', async () => {
    const start = await read('scripts/start.mjs');
    const command = JSON.parse(/^CMD (\[.+\])$/m.exec(dockerfile)?.[1] ?? '[]') as string[];
    for (const word of command.slice(1)) expect(start).toContain(`'${word}'`);
    expect(start).toContain(`MALLOC_MMAP_THRESHOLD_: '${built['MALLOC_MMAP_THRESHOLD_']}'`);
    expect(dockerfile).toMatch(/^USER [1-9]\d*:0$/m);
    expect(compose.services['web-one']?.build?.dockerfile).toBe('deploy/Dockerfile');
  });
});

describe('who is asked what', () => {
  test('probes ask paths that are served, at the port that is listened on', () => {
    expect(dockerfile).toContain('/health/live');
    for (const { template } of deployments) {
      const [container] = template!.spec.containers;
      expect(container.ports).toEqual([{ name: 'http', containerPort: Number(built.PORT) }]);
      for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'] as const) {
        expect(server.app.servedPaths).toContain(container[probe].httpGet.path);
        expect(container[probe].httpGet.port).toBe('http');
      }
    }
    expect(named('Service', 'causeway').spec?.ports).toMatchObject([{ targetPort: 'http' }]);
  });

  test('what selects finds what it means', () => {
    const labels = deployments.map(({ template }) => template!.metadata.labels);
    for (const { kind, spec } of manifests) {
      if (!['Deployment', 'PodDisruptionBudget', 'Service'].includes(kind)) continue;
      const wanted = Object.entries(spec?.selector?.matchLabels ?? spec?.selector ?? {});
      const found = labels.filter((those) =>
        wanted.every(([name, value]) => those[name] === value),
      );
      expect(found).toHaveLength(1);
    }
  });

  test('nobody is killed while leaving: 15 s of waiting, then 10 s each for requests and jobs', () => {
    for (const { template } of deployments) {
      expect(template!.spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(45);
    }
    for (const name of ['web-one', 'web-two', 'worker']) {
      expect(
        Number.parseInt(compose.services[name]?.stop_grace_period ?? '0', 10),
      ).toBeGreaterThanOrEqual(45);
    }
  });
});

describe('nginx', () => {
  test('hands requests to the instances that compose starts', () => {
    const upstreams = [...nginx.matchAll(/^ +server ([\w-]+):(\d+) /gm)];
    expect(upstreams.map(([, name]) => name)).toEqual(['web-one', 'web-two']);
    for (const [, name = '', port] of upstreams) {
      expect(compose.services[name]?.environment?.ROLE).toBe('web');
      expect(port).toBe(built.PORT);
    }
  });

  test('lets files of people through as they arrive, and asks for no file where a small body is meant', () => {
    const [, pattern = ''] =
      /location ~ (\^\S+) \{\s+proxy_request_buffering off;/.exec(nginx) ?? [];
    const streams = server.app.operations
      .all()
      .filter(({ takes, path }) => takes !== undefined && /^\/api\/(s3|imports)\//.test(path));
    expect(streams.length).toBeGreaterThan(3);
    for (const { path } of streams) expect(path.replace(/:\w+/g, 'x')).toMatch(new RegExp(pattern));
  });

  test('writes down no address that lets in whoever knows it', () => {
    const hidden = [...nginx.matchAll(/^ +~(\^\S+) +\$known/gm)].map(
      ([, pattern = '']) => new RegExp(pattern.replace('?<known>', '')),
    );
    const secret = server.app.operations
      .all()
      .filter(({ path }) => /:(token|signature)\b/.test(path))
      .map(({ path }) => path.replace(/:\w+/g, 'x'));
    expect(secret.length).toBeGreaterThan(2);
    for (const path of secret)
      expect(
        hidden.some((pattern) => pattern.test(path)),
        path,
      ).toBe(true);
    expect(nginx).not.toMatch(/log_format[^;]*\$(request|request_uri|args|http_authorization)\b/);
  });
});

test('alerts name figures that /metrics tells', async () => {
  await server.send('GET', '/health/live');
  const told = (await server.send('GET', '/metrics')).text;
  const rules = parse(await read('deploy/prometheus-rules.yaml')) as {
    groups: { rules: { alert: string; expr: string }[] }[];
  };
  const all = rules.groups.flatMap((group) => group.rules);
  expect(all.length).toBeGreaterThan(5);
  for (const { alert, expr } of all) {
    for (const [name] of expr
      .replace(/"[^"]*"/g, '')
      .matchAll(/\b(causeway|nodejs|process)_\w+/g)) {
      expect(told.includes(`\n${name}`), `${name} of ${alert}`).toBe(true);
    }
  }
});
