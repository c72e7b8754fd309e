import {
  DeleteBucketCorsCommand,
  GetBucketCorsCommand,
  PutBucketCorsCommand,
} from '@aws-sdk/client-s3';
import { describe, expect, test } from 'vitest';
import { createVersionedStore, failing } from '../testing/versioned-store.ts';

const store = createVersionedStore();
const { newBucket } = store;
const RULES = [
  {
    ID: 'uploads',
    AllowedOrigins: ['https://*.example.com'],
    AllowedMethods: ['PUT', 'POST'],
    AllowedHeaders: ['content-*', 'x-amz-date'],
    ExposeHeaders: ['ETag'],
    MaxAgeSeconds: 300,
  },
  { AllowedOrigins: ['*'], AllowedMethods: ['GET'] },
];

function configure(Bucket: string, CORSRules: typeof RULES | object[]) {
  const CORSConfiguration = { CORSRules: CORSRules as typeof RULES };
  return store.client.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration }));
}

function preflight(Bucket: string, origin: string, method: string, headers = '') {
  return fetch(`${store.url}/${Bucket}/key`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': method,
      ...(headers && { 'access-control-request-headers': headers }),
    },
  });
}

describe('OBJ-1 wire: a bucket says pages of which origins may use it', () => {
  test('its rules are put, read and deleted', async () => {
    const Bucket = await newBucket();
    const read = () => store.client.send(new GetBucketCorsCommand({ Bucket }));
    await expect(read()).rejects.toMatchObject(failing('NoSuchCORSConfiguration', 404));
    await configure(Bucket, RULES);
    expect((await read()).CORSRules).toEqual(RULES);
    await store.client.send(new DeleteBucketCorsCommand({ Bucket }));
    await expect(read()).rejects.toMatchObject(failing('NoSuchCORSConfiguration', 404));
    expect((await preflight(Bucket, 'https://a.example.com', 'PUT')).status).toBe(403);
  });

  test('a preflight is answered by the first rule that fits origin, method and headers', async () => {
    const Bucket = await newBucket();
    await configure(Bucket, RULES);
    const upload = await preflight(Bucket, 'https://a.example.com', 'PUT', 'Content-Type');
    expect(upload.status).toBe(200);
    expect(Object.fromEntries(upload.headers)).toMatchObject({
      'access-control-allow-origin': 'https://a.example.com',
      'access-control-allow-methods': 'PUT, POST',
      'access-control-allow-headers': 'content-type',
      'access-control-expose-headers': 'ETag',
      'access-control-max-age': '300',
      vary: 'Origin',
    });
    expect((await preflight(Bucket, 'https://elsewhere.test', 'GET')).status).toBe(200);
    for (const refused of [
      await preflight(Bucket, 'https://elsewhere.test', 'PUT'),
      await preflight(Bucket, 'https://a.example.com', 'DELETE'),
      await preflight(Bucket, 'https://a.example.com', 'PUT', 'x-amz-acl'),
    ]) {
      expect(refused.status).toBe(403);
      expect(refused.headers.get('access-control-allow-origin')).toBeNull();
      expect(await refused.text()).toContain('<Code>AccessForbidden</Code>');
    }
  });

  test('an answer, also a refusal, can be read by a page that may ask', async () => {
    const Bucket = await newBucket();
    await configure(Bucket, RULES);
    const headers = { origin: 'https://elsewhere.test' };
    const refused = await fetch(`${store.url}/${Bucket}/key`, { headers });
    expect(refused.status).toBe(403);
    expect(refused.headers.get('access-control-allow-origin')).toBe('https://elsewhere.test');
  });

  test('a rule without origin or method, or with two wildcards, is refused', async () => {
    const Bucket = await newBucket();
    const wrong = (rule: object) => configure(Bucket, [rule]);
    await expect(wrong({ AllowedOrigins: [], AllowedMethods: ['GET'] })).rejects.toMatchObject(
      failing('MalformedXML', 400),
    );
    for (const rule of [
      { AllowedOrigins: ['*'], AllowedMethods: ['PATCH'] },
      { AllowedOrigins: ['https://*.*.com'], AllowedMethods: ['GET'] },
    ]) {
      await expect(wrong(rule)).rejects.toMatchObject(failing('InvalidRequest', 400));
    }
  });
});
