import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEgress } from './egress.ts';
import { createGuardedFetch } from './http.ts';

const closed = createEgress({ allowData: '', allowHttp: '', own: [], samples: [] });

describe('where users may connect to', () => {
  test.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    'localhost',
    '0.0.0.0',
    '::1',
    '[::1]',
    '::ffff:127.0.0.1',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '169.254.169.254',
    '100.100.100.200',
    'fe80::1',
    'fd00:ec2::254',
    'fc00::1',
    '224.0.0.1',
    '255.255.255.255',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
  ])('%s is refused unless the operator opens it', async (host) => {
    await expect(closed.resolve('data', { host, port: 5432 })).rejects.toMatchObject({
      code: 'E_EGRESS_BLOCKED',
    });
  });

  test.each(['8.8.8.8', '2001:4860:4860::8888'])('%s, a public address, is fine', async (host) => {
    expect(await closed.resolve('data', { host, port: 5432 })).toMatchObject({ address: host });
  });

  test('CONN-3 a refused private address says the very line that allows it', async () => {
    const refused = closed.resolve('data', { host: '10.0.0.5', port: 5432 });
    await expect(refused).rejects.toMatchObject({
      message: expect.stringContaining('EGRESS_ALLOW_DATA=10.0.0.5:5432'),
      details: { allow: 'EGRESS_ALLOW_DATA=10.0.0.5:5432' },
    });
    const allowData = '10.0.0.5:5432';
    const open = createEgress({ allowData, allowHttp: '', own: [], samples: [] });
    expect(await open.resolve('data', { host: '10.0.0.5', port: 5432 })).toMatchObject({
      address: '10.0.0.5',
    });
  });

  test('a digit that only looks like one leads nowhere', async () => {
    await expect(closed.resolve('http', { host: '①②⑦.0.0.1', port: 80 })).rejects.toMatchObject({
      code: expect.stringMatching(/E_EGRESS_BLOCKED|E_UPSTREAM_UNREACHABLE/),
    });
  });

  test('a name without an address says so, naming the step', async () => {
    const lost = closed.resolve('data', { host: 'nowhere.invalid', port: 5432 });
    await expect(lost).rejects.toMatchObject({
      code: 'E_UPSTREAM_UNREACHABLE',
      details: { step: 'dns' },
    });
  });

  test('the operator opens hosts and networks, by port and by purpose', async () => {
    const egress = createEgress({
      allowData: '10.0.0.0/8:5432, localhost:*, [fd00::]/8:5432',
      allowHttp: '192.168.0.7:80',
      own: [],
      samples: [],
    });
    await egress.resolve('data', { host: '10.1.2.3', port: 5432 });
    await egress.resolve('data', { host: 'localhost', port: 9 });
    await egress.resolve('data', { host: 'fd12::1', port: 5432 });
    await egress.resolve('http', { host: '192.168.0.7', port: 80 });
    const refused = [
      egress.resolve('data', { host: '10.1.2.3', port: 22 }),
      egress.resolve('http', { host: '10.1.2.3', port: 5432 }),
      egress.resolve('data', { host: '192.168.0.7', port: 80 }),
      egress.resolve('data', { host: '127.0.0.1', port: 9 }),
    ];
    for (const attempt of refused) {
      await expect(attempt).rejects.toMatchObject({ code: 'E_EGRESS_BLOCKED' });
    }
  });

  test('cloud metadata and our own services stay closed even when everything is opened', async () => {
    const egress = createEgress({
      allowData: '0.0.0.0/0:*, [::]/0:*',
      allowHttp: '',
      own: [
        { address: '127.0.0.1', port: 5432 },
        { address: 'localhost', port: 6432 },
      ],
      samples: [{ address: '127.0.0.1', port: 5432, database: 'shop' }],
    });
    for (const destination of [
      { host: '169.254.169.254', port: 80 },
      { host: 'fd00:ec2::254', port: 80 },
      { host: '127.0.0.1', port: 5432 },
      { host: 'localhost', port: 5432, database: 'causeway' },
      { host: '::ffff:127.0.0.1', port: 5432, database: 'postgres' },
      { host: '127.0.0.2', port: 6432 },
    ]) {
      await expect(egress.resolve('data', destination)).rejects.toMatchObject({
        code: 'E_EGRESS_BLOCKED',
      });
    }
    await egress.resolve('data', { host: '127.0.0.1', port: 5432, database: 'shop' });
  });

  test.each(['nonsense', '10.0.0.0/99:5432', 'host:99999', 'host'])(
    'a list with %s is a wrong setting',
    (text) => {
      const options = { allowData: text, allowHttp: '', own: [], samples: [] };
      expect(() => createEgress(options)).toThrow('EGRESS_ALLOW_DATA');
    },
  );
});

describe('fetching what a user names', () => {
  let web: Server;
  let origin: string;
  let port: number;
  const seen: { path: string; authorization: string | undefined }[] = [];

  beforeAll(async () => {
    web = createServer((request, response) => {
      seen.push({ path: request.url ?? '', authorization: request.headers.authorization });
      const target = new URL(request.url ?? '', origin).searchParams.get('to');
      if (target) response.writeHead(302, { location: target }).end();
      else response.end('reached');
    });
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
    port = (web.address() as AddressInfo).port;
    origin = `http://127.0.0.1:${port}`;
  });
  afterAll(() => web.close());

  const opened = () => {
    const allowHttp = `127.0.0.1:${port}`;
    return createGuardedFetch(createEgress({ allowData: '', allowHttp, own: [], samples: [] }));
  };

  test('an address that is not allowed is never connected to', async () => {
    const before = seen.length;
    const guarded = createGuardedFetch(closed);
    await expect(guarded(origin)).rejects.toMatchObject({ code: 'E_EGRESS_BLOCKED' });
    await expect(guarded(`http://2130706433:${port}`)).rejects.toMatchObject({
      code: 'E_EGRESS_BLOCKED',
    });
    expect(seen).toHaveLength(before);
  });

  test('AUTO-3 a name that answers differently the second time gains nothing: the connection goes to the address that was checked', async () => {
    const asked: string[] = [];
    const guarded = createGuardedFetch({
      ...closed,
      resolve: async (_purpose, { host }) => {
        asked.push(host);
        return { address: '127.0.0.1', family: 4, port };
      },
    });
    // Nobody else knows the name: looked up once more, it would lead nowhere.
    expect(await (await guarded(`http://rebinds.test:${port}/`)).text()).toBe('reached');
    expect(asked).toEqual(['rebinds.test']);
  });

  test('an allowed one answers', async () => {
    expect(await (await opened()(origin)).text()).toBe('reached');
  });

  test('a redirect to a closed address is refused', async () => {
    const to = encodeURIComponent('http://169.254.169.254/latest/meta-data');
    await expect(opened()(`${origin}/?to=${to}`)).rejects.toMatchObject({
      code: 'E_EGRESS_BLOCKED',
    });
  });

  test('at most three redirects are followed', async () => {
    const nest = (hops: number): string => {
      return hops === 0 ? '/' : `/?to=${encodeURIComponent(nest(hops - 1))}`;
    };
    expect((await opened()(`${origin}${nest(3)}`)).status).toBe(200);
    await expect(opened()(`${origin}${nest(4)}`)).rejects.toMatchObject({
      code: 'E_EGRESS_BLOCKED',
    });
  });

  test('only http and https are fetched', async () => {
    for (const url of [
      'file:///etc/passwd',
      'ftp://example.test',
      'data:text/plain,x',
      'nonsense',
    ]) {
      await expect(opened()(url)).rejects.toMatchObject({ code: 'E_EGRESS_BLOCKED' });
    }
  });
});

describe('what lies behind a server that stands between', () => {
  const own = [
    { address: '127.0.0.1', port: 6000 },
    { address: '8.8.4.4', port: 5432 },
  ];
  const guarded = createEgress({ allowData: '10.0.0.5:5432', allowHttp: '', own, samples: [] });
  const elsewhere = '8.8.8.8';

  test.each(['10.1.2.3', '127.0.0.1', 'only-known-there.invalid'])(
    'CONN-3 %s is its own matter',
    async (host) => {
      await expect(guarded.checkBehind(elsewhere, { host, port: 6000 })).resolves.toBeUndefined();
    },
  );

  test.each([
    ['169.254.169.254', 80],
    ['100.100.100.200', 80],
    ['224.0.0.1', 5432],
    ['8.8.4.4', 5432],
  ])('CONN-3 %s is refused all the same', async (host, port) => {
    await expect(guarded.checkBehind(elsewhere, { host, port })).rejects.toMatchObject({
      code: 'E_EGRESS_BLOCKED',
    });
  });

  test('CONN-3 a server on this machine changes nothing', async () => {
    const behind = (host: string, port: number) => guarded.checkBehind('127.0.0.1', { host, port });
    await expect(behind('127.0.0.1', 6000)).rejects.toMatchObject({ code: 'E_EGRESS_BLOCKED' });
    await expect(behind('10.0.0.6', 5432)).rejects.toMatchObject({ code: 'E_EGRESS_BLOCKED' });
    await expect(behind('10.0.0.5', 5432)).resolves.toBeUndefined();
  });
});
