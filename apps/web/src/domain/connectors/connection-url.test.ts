import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readConnectionUrl } from './connection-url.ts';

const sql = (fields: object) => ({
  kind: 'sql',
  fields: { host: 'db.example.com', port: '5432', tls: 'prefer', ...fields },
});
const s3 = (fields: object) => ({ kind: 's3', fields });
const shop = { user: 'ann', password: 'pw', database: 'shop' };

describe('CONN-3 the address of a database fills in its fields', () => {
  test.each([
    ['postgres://ann:pw@db.example.com:5432/shop?sslmode=require', { ...shop, tls: 'require' }],
    ['postgresql://ann:pw@db.example.com/shop', shop],
    ['POSTGRES://ann:pw@db.example.com:6543/shop', { ...shop, port: '6543' }],
    ['postgres://db.example.com', {}],
    ['postgres://ann@db.example.com/shop', { user: 'ann', database: 'shop' }],
    ['postgres://ann:pw@db.example.com/shop?sslmode=disable', { ...shop, tls: 'disable' }],
    ['postgres://ann:pw@db.example.com/shop?sslmode=verify-ca', { ...shop, tls: 'verify-ca' }],
    ['postgres://ann:pw@db.example.com/shop?ssl=true', { ...shop, tls: 'require' }],
    ['postgres://ann:pw@db.example.com/shop?application_name=a@b', shop],
    ['postgres://ann:pw@[2001:db8::1]:5432/shop', { ...shop, host: '2001:db8::1' }],
    ['postgres://ann:p%40ss%2Fw%3Ard@db.example.com/shop', { ...shop, password: 'p@ss/w:rd' }],
    ['postgres://ann:p@ss@db.example.com/shop', { ...shop, password: 'p@ss' }],
    ['postgres://ann:pa/ss@db.example.com/shop', { ...shop, password: 'pa/ss' }],
    ['postgres://ann:12/34@db.example.com/shop', { ...shop, password: '12/34' }],
    ['postgres://ann:pa?ss@db.example.com/shop', { ...shop, password: 'pa?ss' }],
    ['postgres://ann:pa#ss@db.example.com/shop', { ...shop, password: 'pa#ss' }],
    ['postgres://ann:100%@db.example.com/shop', { ...shop, password: '100%' }],
    ['postgres://ann:a:b@db.example.com/shop', { ...shop, password: 'a:b' }],
    ['postgres://ann:pw@db.example.com/a%20b', { ...shop, database: 'a b' }],
    ['postgres:///shop?host=db.example.com&user=ann&password=a%2Bb', { ...shop, password: 'a+b' }],
    ['jdbc:postgresql://db.example.com:5432/shop?user=ann&password=pw', shop],
    ['  postgres://ann:pw@db.example.com/shop\n', shop],
    ['"postgres://ann:pw@db.example.com/shop"', shop],
    ['DATABASE_URL=postgres://ann:pw@db.example.com/shop', shop],
    ['export DATABASE_URL="postgres://ann:pw@db.example.com/shop"', shop],
    [`psql 'postgres://ann:pw@db.example.com/shop'`, shop],
  ])('%s', (url, fields) => {
    expect(readConnectionUrl(url)).toEqual(sql(fields));
  });
});

describe('CONN-3 the address of a bucket fills in its fields', () => {
  const keys = { accessKey: 'AKIA', secretKey: 'sec' };
  test.each([
    ['s3://media', { bucket: 'media' }],
    ['s3://media/2024/photos', { bucket: 'media', prefix: '2024/photos' }],
    ['s3://AKIA:sec@media?region=eu-west-1', { ...keys, bucket: 'media', region: 'eu-west-1' }],
    [
      's3://AKIA:sec@media?endpoint=https://s3.example.com:9000/&region=x',
      { ...keys, bucket: 'media', endpoint: 'https://s3.example.com:9000', region: 'x' },
    ],
    [
      's3://AKIA:sec@media?endpoint=s3.example.com&force_path_style=true',
      { ...keys, bucket: 'media', endpoint: 'https://s3.example.com', pathStyle: 'path' },
    ],
    ['s3://AKIA:a/b+c@media', { bucket: 'media', accessKey: 'AKIA', secretKey: 'a/b+c' }],
    [
      's3://media?access_key_id=AKIA&secret_access_key=a/b+c',
      { bucket: 'media', accessKey: 'AKIA', secretKey: 'a/b+c' },
    ],
    ['https://s3.example.com/media', { endpoint: 'https://s3.example.com', bucket: 'media' }],
    [
      'http://AKIA:sec@minio.example.com:9000/media/a/b?region=x',
      {
        ...keys,
        endpoint: 'http://minio.example.com:9000',
        bucket: 'media',
        prefix: 'a/b',
        region: 'x',
      },
    ],
    ['https://s3.example.com', { endpoint: 'https://s3.example.com' }],
    [
      'https://media.s3.eu-central-1.amazonaws.com/a',
      { endpoint: '', bucket: 'media', region: 'eu-central-1', prefix: 'a' },
    ],
    [
      'https://my.media.s3.amazonaws.com',
      { endpoint: '', bucket: 'my.media', region: 'us-east-1' },
    ],
    [
      'https://s3.us-gov-west-1.amazonaws.com/media',
      { endpoint: '', bucket: 'media', region: 'us-gov-west-1' },
    ],
    [
      'https://s3-eu-west-1.amazonaws.com/media',
      { endpoint: '', bucket: 'media', region: 'eu-west-1' },
    ],
  ])('%s', (url, fields) => {
    expect(readConnectionUrl(url)).toEqual(s3(fields));
  });
});

test.each([
  ['', 'form'],
  ['just text', 'form'],
  ['db.example.com:5432', 'form'],
  ['mysql://ann:pw@db.example.com/shop', 'form'],
  ['javascript://alert(1)', 'form'],
  ['postgres://', 'form'],
  ['postgres://ann:pw@/shop', 'form'],
  ['s3://', 'form'],
  ['https://', 'form'],
  ['postgres://ann:pw@one.example.com:5432,two.example.com:5432/shop', 'hosts'],
  ['postgres:///shop?host=/var/run/postgresql', 'socket'],
])('CONN-2 %j is refused with a reason', (url, reason) => {
  expect(readConnectionUrl(url)).toEqual({ kind: 'unreadable', reason });
});

test('CONN-3 any user, password and database survive in an address', () => {
  const word = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => text.isWellFormed());
  const written = encodeURIComponent;
  fc.assert(
    fc.property(
      word,
      word,
      word,
      fc.integer({ min: 1, max: 65_535 }),
      (user, password, db, port) => {
        const url = `postgres://${written(user)}:${written(password)}@db.example.com:${port}/${written(db)}`;
        expect(readConnectionUrl(url)).toEqual(
          sql({ user, password, database: db, port: String(port) }),
        );
      },
    ),
  );
});

test('CONN-3 any keys and prefix survive in the address of a bucket', () => {
  const word = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => text.isWellFormed());
  const written = encodeURIComponent;
  fc.assert(
    fc.property(word, word, word, (accessKey, secretKey, prefix) => {
      const url = `s3://${written(accessKey)}:${written(secretKey)}@media/${written(prefix)}?region=x`;
      expect(readConnectionUrl(url)).toEqual(
        s3({ bucket: 'media', accessKey, secretKey, prefix, region: 'x' }),
      );
    }),
  );
});

test('CONN-3 whatever is pasted is read or refused, never thrown at the user', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      for (const url of [text, `postgres://${text}`, `s3://${text}`, `https://${text}`]) {
        expect(['sql', 's3', 'unreadable']).toContain(readConnectionUrl(url).kind);
      }
    }),
  );
});
