import { z } from 'zod';
import type { Route } from '@causeway/contract/route.ts';

/**
 * Requests nobody would write by hand: known routes with inputs that are almost right, and plain
 * nonsense. The same seed gives the same requests.
 */
export type RandomRequest = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
};

export type Random = {
  /** A number from 0 up to, not including, `below`. */
  below(below: number): number;
  pick<Item>(items: readonly Item[]): Item;
  chance(probability: number): boolean;
};

/** mulberry32: small, quick, and good enough to be surprising. */
export function createRandom(seed: number): Random {
  let state = seed;
  const next = () => {
    state = Math.trunc(state + 0x6d2b79f5);
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    pick: (items) => items[below(items.length)] as (typeof items)[number],
    chance: (probability) => next() < probability,
  };
}

const methods = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS', 'HEAD', 'PROPFIND', 'TRACE'];

const nastyTexts = [
  '',
  ' ',
  'null',
  'undefined',
  '\0',
  'a\0b',
  '\ud800',
  '\udfff text',
  '__proto__',
  'constructor',
  'toString',
  "'; drop table users; --",
  '$1',
  '../../etc/passwd',
  '%',
  '%00',
  '%2e%2e%2f',
  '\u202e\u0000\uffff',
  '🦆'.repeat(300),
  'a'.repeat(70_000),
  '[',
  '1e309',
  '-0',
  '99999999999999999999',
  '2026-02-30T25:61:61Z',
  '00000000-0000-0000-0000-000000000000',
];

const nastyPaths = [
  '/',
  '//',
  '/.',
  '/..%2f..%2fetc%2fpasswd',
  '/%',
  '/%00',
  '/%c0%af',
  '/%ff%fe',
  '/user%00',
  '/user/',
  '/USER',
  '/api',
  '/api/docs/x',
  '/api/projects/v1/%2e%2e',
  '/assets/../../package.json',
  '/assets/%2e%2e/%2e%2e/package.json',
  '/__proto__',
  '/constructor/prototype',
  '/;/?#',
  '/health/ready?x[__proto__][y]=1',
  '/api/auth/v1/register/../login',
  `/${'a/'.repeat(3_000)}`,
  `/api/projects/v1/${'x'.repeat(3_000)}`,
];

const nastyQueries = [
  'a[b]=1&a[c][]=2',
  'a[][][][][][][][][][][]=1',
  '__proto__[polluted]=1&constructor[prototype][polluted]=1',
  'limit=abc',
  'limit=-1&cursor=%00',
  'limit=1e9',
  'limit[]=1&limit[]=2',
  'cursor=AAAA',
  `cursor=${'A'.repeat(600)}`,
  'cursor=MjAyNi0wMi0zMFQwMDowMDowMFoKMDAwMDAwMDAtMDAwMC0wMDAwLTAwMDAtMDAwMDAwMDAwMDAw',
  'cursor=OTk5OTk5OTk5OTk5OTk5OTk5',
  'search=%00',
  'search=%ED%A0%80',
  '%',
  '&&&&====',
  'a'.repeat(20_000),
  Array.from({ length: 5_000 }, (_, index) => `a[${index}]=1`).join('&'),
];

export function makeRequest(
  random: Random,
  known: { routes: readonly Route[]; tokens: readonly string[]; ids: readonly string[] },
): RandomRequest {
  const route = random.chance(0.8) ? random.pick(known.routes) : undefined;
  const isCrossed = random.chance(0.1);
  const method = route && !isCrossed ? route.method : random.pick(methods);
  const path = route ? fillAtRandom(random, route, known.ids) : random.pick(nastyPaths);
  const query = random.chance(0.3) && !path.includes('?') ? `?${makeQuery(random, route)}` : '';
  const hasBody = method !== 'GET' && method !== 'HEAD' && method !== 'TRACE';
  const { body, type } =
    hasBody && random.chance(0.9) ? makeBody(random, route, known.ids) : { body: undefined };
  return {
    method,
    path: `${path}${query}`,
    headers: { ...makeHeaders(random, known.tokens), ...(type && { 'content-type': type }) },
    body,
  };
}

function fillAtRandom(random: Random, route: Route, ids: readonly string[]): string {
  return route.path.replace(/:(\w+)/g, () => {
    const text = random.chance(0.6) ? random.pick(ids) : random.pick(nastyTexts).slice(0, 2_500);
    return encodeURIComponent(text.toWellFormed());
  });
}

function makeQuery(random: Random, route: Route | undefined): string {
  const names = Object.keys(route?.query?.shape ?? {});
  if (names.length === 0 || random.chance(0.5)) return random.pick(nastyQueries);
  const text = random.pick(nastyTexts).slice(0, 5_000).toWellFormed();
  return `${random.pick(names)}=${encodeURIComponent(text)}`;
}

function makeHeaders(random: Random, tokens: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  if (random.chance(0.85)) {
    headers.authorization = random.chance(0.85)
      ? `Bearer ${random.pick(tokens)}`
      : random.pick(['Bearer', 'Bearer x', 'Basic eDp5', `Bearer ${'x'.repeat(300)}`, '\x80\xff']);
  }
  if (random.chance(0.2)) {
    headers['idempotency-key'] = random.pick([
      `key-${random.below(40)}-long-enough`,
      'short',
      'x'.repeat(300),
      'with spaces in it',
    ]);
  }
  if (random.chance(0.05))
    headers.accept = random.pick(['text/html', '*/*;q=x', 'a'.repeat(5_000)]);
  if (random.chance(0.03)) headers['content-encoding'] = 'gzip';
  if (random.chance(0.03)) headers['x-forwarded-for'] = random.pick(nastyTexts.slice(8, 15));
  if (random.chance(0.03)) headers['accept-version'] = '99';
  if (random.chance(0.02)) headers.range = 'bytes=9-1';
  if (random.chance(0.02)) headers['user-agent'] = 'u'.repeat(9_000);
  return headers;
}

function makeBody(random: Random, route: Route | undefined, ids: readonly string[]) {
  const json = 'application/json';
  const kind = random.below(20);
  if (route?.body && kind < 12) {
    return { type: json, body: asBytes(almost(random, schemaOf(route.body), ids, 0)) };
  }
  if (kind < 15) return { type: json, body: asBytes(anyValue(random, 0)) };
  const odd = [
    { type: json, body: Buffer.from('{"name": ') },
    { type: json, body: Buffer.from('{"__proto__": {"staff": true}, "name": "x"}') },
    { type: json, body: Buffer.from('{"constructor": {"prototype": {"staff": true}}}') },
    { type: json, body: Buffer.from(`${'['.repeat(5_000)}${']'.repeat(5_000)}`) },
    { type: json, body: Buffer.from(`{"a":`.repeat(60) + '1' + '}'.repeat(60)) },
    { type: json, body: Buffer.from([0xff, 0xfe, 0x00, 0x7b]) },
    { type: json, body: Buffer.from('\ufeff{}') },
    { type: json, body: Buffer.from('{"email": "\\ud800@example.test", "password": "\\u0000"}') },
    { type: `${json}; charset=utf-16`, body: Buffer.from('{}') },
    { type: 'text/plain', body: Buffer.from('hello') },
    { type: 'application/x-www-form-urlencoded', body: Buffer.from('a[b]=c') },
    { type: 'multipart/form-data; boundary=x', body: Buffer.from('--x--') },
    { type: 'nonsense', body: Buffer.from('{}') },
    { type: undefined, body: Buffer.from('{}') },
  ];
  if (random.chance(0.01)) return { type: json, body: Buffer.alloc(1_200_000, '"') };
  return random.pick(odd);
}

function asBytes(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value) ?? '');
}

type Schema = {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  format?: string;
  minLength?: number;
  minimum?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
};

const schemas = new WeakMap<z.ZodType, Schema>();

function schemaOf(body: z.ZodType): Schema {
  const known = schemas.get(body);
  if (known) return known;
  const made = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Schema;
  schemas.set(body, made);
  return made;
}

/** A value of the schema, except that here and there something else slips in. */
function almost(random: Random, schema: Schema, ids: readonly string[], depth: number): unknown {
  if (random.chance(depth === 0 ? 0.03 : 0.12)) return anyValue(random, depth);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return almost(random, random.pick(choices), ids, depth);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  switch (schema.type) {
    case 'object':
      return almostObject(random, schema, ids, depth);
    case 'array':
      return Array.from({ length: random.below(3) }, () => {
        return almost(random, schema.items ?? {}, ids, depth + 1);
      });
    case 'string':
      return almostText(random, schema, ids);
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 0, -1_000) + random.below(500);
    case 'boolean':
      return random.chance(0.5);
    default:
      return null;
  }
}

function almostObject(random: Random, schema: Schema, ids: readonly string[], depth: number) {
  const entries = Object.entries(schema.properties ?? {})
    .filter(() => random.chance(0.85))
    .map(([name, part]): [string, unknown] => [name, almost(random, part, ids, depth + 1)]);
  if (random.chance(0.1)) entries.push([random.pick(nastyTexts), anyValue(random, depth + 1)]);
  return Object.fromEntries(entries);
}

function almostText(random: Random, schema: Schema, ids: readonly string[]): string {
  if (random.chance(0.1)) return random.pick(nastyTexts);
  if (schema.format === 'uuid') return random.pick(ids);
  if (schema.format === 'email') return `somebody${random.below(50)}@example.test`;
  return `text ${random.below(1_000)}`.padEnd(schema.minLength ?? 0, '.');
}

function anyValue(random: Random, depth: number): unknown {
  const kind = random.below(depth > 4 ? 6 : 8);
  if (kind === 0) return null;
  if (kind === 1) return random.chance(0.5);
  if (kind === 2) return random.pick([0, -1, 1e21, 0.1, 2 ** 53, -(2 ** 63)]);
  if (kind < 6) return random.pick(nastyTexts);
  if (kind === 6) {
    return Array.from({ length: random.below(5) }, () => anyValue(random, depth + 1));
  }
  const names = [...nastyTexts.slice(8, 11), 'name', 'email', 'id', 'settings', 'token'];
  return Object.fromEntries(
    Array.from({ length: random.below(4) }, () => [
      random.pick(names),
      anyValue(random, depth + 1),
    ]),
  );
}
