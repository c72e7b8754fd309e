import type { SqlConfig } from '@causeway/contract/connectors/connectors.ts';

type SqlFields = Record<'host' | 'port' | 'user' | 'database' | 'password', string> & {
  tls: SqlConfig['tls'];
};
type BucketFields = Record<
  'bucket' | 'endpoint' | 'region' | 'prefix' | 'accessKey' | 'secretKey',
  string
> & { pathStyle: 'path' | 'host' };

/** What a pasted address says about a connection: only the fields that it names. */
export type ConnectionUrl =
  | { kind: 'sql'; fields: Partial<SqlFields> }
  | { kind: 's3'; fields: Partial<BucketFields> }
  | { kind: 'unreadable'; reason: 'form' | 'hosts' | 'socket' };

type Address = { user: string; password: string; host: string; port: string; path: string };
type Parameters = Map<string, string>;

const unreadable = (reason: 'form' | 'hosts' | 'socket') =>
  ({ kind: 'unreadable', reason }) as const;

/**
 * Reads the address of a database or bucket as people have it at hand: from a provider's page, a
 * .env file or a psql command. It is read here and nowhere else, because it holds the password.
 */
export function readConnectionUrl(pasted: string): ConnectionUrl {
  const [, scheme = '', rest = ''] =
    /^(?:jdbc:)?([a-z0-9]+):\/\/(.*)$/is.exec(unwrap(pasted)) ?? [];
  switch (scheme.toLowerCase()) {
    case 'postgres':
    case 'postgresql':
    case 'pg':
      return readDatabase(rest);
    case 's3':
      return readBucket(rest);
    case 'http':
    case 'https':
      return readEndpoint(scheme.toLowerCase(), rest);
    default:
      return unreadable('form');
  }
}

/** Without `export DATABASE_URL=`, `psql` and quotes around it. */
function unwrap(pasted: string): string {
  return pasted
    .trim()
    .replace(/^(?:export\s+)?[\w.-]+\s*=\s*(?=["']?\w+:)/, '')
    .replace(/^psql\s+/, '')
    .replace(/^(["'`])(.*)\1;?$/s, '$2')
    .trim();
}

function readDatabase(rest: string): ConnectionUrl {
  if (/^[^/?#]*,/.test(rest.replace(/^.*@/s, ''))) return unreadable('hosts');
  const [address, parameters] = split(rest);
  if (!address) return unreadable('form');
  const host = address.host || (parameters.get('host') ?? '');
  if (host.startsWith('/') || host.startsWith('%2F')) return unreadable('socket');
  if (host === '') return unreadable('form');
  const user = address.user || (parameters.get('user') ?? '');
  const password = address.password || (parameters.get('password') ?? '');
  const database = decode(address.path) || (parameters.get('dbname') ?? '');
  return {
    kind: 'sql',
    fields: {
      host,
      port: address.port || (parameters.get('port') ?? '5432'),
      tls: tlsOf(parameters),
      ...named({ user, password, database }),
    },
  };
}

function tlsOf(parameters: Parameters): SqlConfig['tls'] {
  switch (parameters.get('sslmode') ?? parameters.get('ssl')) {
    case 'disable':
    case 'false':
      return 'disable';
    case 'require':
    case 'no-verify':
    case 'true':
      return 'require';
    case 'verify-ca':
      return 'verify-ca';
    case 'verify-full':
      return 'verify-full';
    default:
      return 'prefer';
  }
}

/** s3://key:secret@bucket/prefix?endpoint=…&region=… */
function readBucket(rest: string): ConnectionUrl {
  const [address, parameters] = split(rest);
  if (!address || address.host === '') return unreadable('form');
  return bucketOf(parameters, {
    ...named({ bucket: address.host, prefix: decode(address.path) }),
    ...keysOf(address),
  });
}

/** https://endpoint/bucket/prefix, or one of Amazon's own forms. */
function readEndpoint(scheme: string, rest: string): ConnectionUrl {
  const [address, parameters] = split(rest);
  if (!address || address.host === '') return unreadable('form');
  const amazon = readAmazonHost(address.host);
  const [first = '', ...others] = decode(address.path).split('/');
  const bucket = amazon?.bucket ?? first;
  const prefix = amazon?.bucket ? [first, ...others].join('/') : others.join('/');
  const port = address.port && `:${address.port}`;
  const host = address.host.includes(':') ? `[${address.host}]` : address.host;
  return bucketOf(parameters, {
    ...named({ bucket, prefix, region: amazon?.region ?? '' }),
    endpoint: amazon ? '' : `${scheme}://${host}${port}`,
    ...keysOf(address),
  });
}

/** bucket.s3.eu-central-1.amazonaws.com, s3.eu-central-1.amazonaws.com, s3-eu-west-1.… and the like. */
function readAmazonHost(host: string): { bucket?: string; region: string } | undefined {
  const parts =
    /^(?:(.+)\.)?s3(?:[.-](?:dualstack\.)?([a-z]{2}(?:-[a-z]+)+-\d))?\.amazonaws\.com(?:\.cn)?$/i.exec(
      host,
    );
  if (!parts) return undefined;
  const [, bucket, region = 'us-east-1'] = parts;
  return { ...(bucket && { bucket }), region };
}

function bucketOf(parameters: Parameters, fields: Partial<BucketFields>): ConnectionUrl {
  const first = (...names: string[]) =>
    names.map((name) => parameters.get(name)).find(Boolean) ?? '';
  const endpoint = first('endpoint', 'endpointurl');
  const pathStyle = first('pathstyle', 'forcepathstyle', 's3forcepathstyle', 'usepathstyle');
  return {
    kind: 's3',
    fields: {
      ...fields,
      ...named({
        endpoint: endpoint && withScheme(endpoint),
        region: first('region'),
        prefix: first('prefix'),
        accessKey: first('accesskey', 'accesskeyid', 'awsaccesskeyid', 'key'),
        secretKey: first('secretkey', 'secretaccesskey', 'awssecretaccesskey', 'secret'),
      }),
      ...(pathStyle && { pathStyle: /^(?:1|true|yes)$/i.test(pathStyle) ? 'path' : 'host' }),
    },
  };
}

function withScheme(endpoint: string): string {
  return /^https?:\/\//i.test(endpoint) ? endpoint.replace(/\/+$/, '') : `https://${endpoint}`;
}

function keysOf({ user, password }: Address): Partial<BucketFields> {
  return named({ accessKey: user, secretKey: password });
}

/**
 * Passwords are often pasted as they are, with `@`, `/` or `?` in them. So the strict reading comes
 * first, then the ones in which more of the text belongs to the password.
 */
const USER_PARTS = ['[^/?#]*@', '[^?#]*:[^?#]*@', '', '.*@'];

function split(rest: string): [Address | undefined, Parameters] {
  for (const userPart of USER_PARTS) {
    const parts = new RegExp(
      `^(${userPart})(\\[[^\\]]*\\]|[^@/?#:\\s]*)(?::(\\d*))?(?:/([^?#]*))?(?:\\?(.*?))?(?:#.*)?$`,
      's',
    ).exec(rest);
    if (!parts) continue;
    const [, owner = '', host = '', port = '', path = '', query = ''] = parts;
    const [user = '', ...password] = owner.slice(0, -1).split(':');
    const address = {
      user: decode(user),
      password: decode(password.join(':')),
      host: decode(host.replace(/^\[(.*)\]$/, '$1')),
      port,
      path,
    };
    return [address, readParameters(query)];
  }
  return [undefined, new Map()];
}

/** By their names without case, dashes and underscores; a plus is a plus, as secrets have it. */
function readParameters(query: string): Parameters {
  const pairs = new URLSearchParams(query.replaceAll('+', '%2B'));
  return new Map(
    [...pairs].map(([name, value]) => [name.toLowerCase().replace(/[-_]/g, ''), value]),
  );
}

function named<Fields extends Record<string, string>>(fields: Fields): Partial<Fields> {
  const given = Object.entries(fields).filter(([, value]) => value !== '');
  return Object.fromEntries(given) as Partial<Fields>;
}

/** A bare percent sign stands for itself. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
