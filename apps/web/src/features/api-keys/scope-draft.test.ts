import { isScope, scopeAreas } from '@causeway/contract/scopes.ts';
import { expect, test } from 'vitest';
import german from './texts.de.json';
import english from './texts.en.json';
import { draftOf, emptyScopes, everyScope, scopesOf } from './scope-draft.ts';

const connector = '00000000-0000-4000-8000-000000000001';

test('TEAM-6 what is chosen of each area becomes the scopes of a key, and comes back the same', () => {
  const draft = {
    levels: { ...emptyScopes.levels, data: 'write', dashboards: 'read' } as const,
    connectorIds: [connector],
  };
  expect(scopesOf(draft)).toEqual([`data:write@${connector}`, 'dashboards:read']);
  expect(draftOf(scopesOf(draft))).toEqual(draft);
});

test('TEAM-6 “everything” is what the role may do today, each scope one that the server takes', () => {
  const levels = everyScope('write', 'viewer');
  expect(levels).toMatchObject({ data: 'write', members: 'read', audit: 'none' });
  expect(everyScope('read', 'owner').audit).toBe('read');
  const scopes = scopesOf({ levels: everyScope('write', 'owner'), connectorIds: [] });
  expect(scopes).toHaveLength(scopeAreas.length);
  expect(scopes.every(isScope)).toBe(true);
});

test('TEAM-6 every area that a key can be given has its words in both languages', () => {
  for (const { areas } of [english, german]) {
    expect(Object.keys(areas).toSorted()).toEqual([...scopeAreas].toSorted());
  }
});
