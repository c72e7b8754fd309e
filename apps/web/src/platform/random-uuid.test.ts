import { expect, test } from 'vitest';
import { provideRandomUuid } from './random-uuid.ts';

test('CALL-3 without https, where browsers make no ids, each call still has a key of its own', () => {
  const source = {
    getRandomValues: (bytes: Uint8Array) =>
      crypto.getRandomValues(bytes as Uint8Array<ArrayBuffer>),
  } as unknown as Crypto;
  provideRandomUuid(source);
  const made = [source.randomUUID(), source.randomUUID()];
  for (const id of made) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  }
  expect(made[0]).not.toBe(made[1]);
});

test('CALL-3 a browser that makes ids keeps its own way', () => {
  const own = crypto.randomUUID;
  provideRandomUuid(crypto);
  expect(crypto.randomUUID).toBe(own);
});
