import { expect, test } from 'vitest';
import { readFilter } from './audit-query.ts';
import { hrefOf } from './entry-href.ts';

const scoped = (path: string) => `${path}?projectId=p`;

test('TEAM-7 one click leads from an entry to its thing, unless that is gone', () => {
  const of = (action: string) => hrefOf({ action, target: 'a/b', details: {} }, scoped);
  expect(of('dashboard.updated')).toBe('/dashboards/a%2Fb?projectId=p');
  expect(of('key.rotated')).toBe('/settings/api-keys/a%2Fb?projectId=p');
  expect(of('member.removed')).toBe('/settings/members?projectId=p');
  expect(of('golden.verified')).toBe('/settings/assistant?projectId=p');
  expect(of('dashboard.deleted')).toBeUndefined();
  expect(of('something.new')).toBeUndefined();
});

test('TEAM-7 the filter is read from the address, and what is damaged in it is left out', () => {
  expect(readFilter({ thing: 'key', person: 'nobody', from: 'yesterday', target: 'x' })).toEqual({
    thing: 'key',
    target: 'x',
  });
});
