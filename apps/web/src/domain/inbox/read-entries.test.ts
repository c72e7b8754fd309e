import { expect, test } from 'vitest';
import { isShownAt } from './read-entries.ts';

test('TEAM-8 who looks at what an entry is about needs no telling', () => {
  const link = '/explore/import?projectId=p&connectorId=c&view=activity';
  expect(isShownAt(link, `${link}&page=2#top`)).toBe(true);
  expect(isShownAt(link, '/explore/import?projectId=p&connectorId=c')).toBe(false);
  expect(isShownAt(link, link.replace('projectId=p', 'projectId=q'))).toBe(false);
  expect(isShownAt(null, '/')).toBe(false);
});
