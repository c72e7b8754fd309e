import { expect, test } from 'vitest';
import { readMailDomain } from './mail-domains.ts';

test('DASH-7 a domain is understood as people type it, and what is none is no other one', () => {
  for (const text of ['kunde.example', ' Kunde.Example ', '@kunde.example', 'ada@kunde.example']) {
    expect(readMailDomain(text), text).toBe('kunde.example');
  }
  for (const text of [
    '',
    'kunde',
    'kunde.',
    '.example',
    'kun de.example',
    'kunde.example/x',
    '*.example',
  ]) {
    expect(readMailDomain(text), text).toBeUndefined();
  }
});
