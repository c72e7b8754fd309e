import { expect, test } from 'vitest';
import { createProject } from '#testing/factories.ts';
import { readScope } from './scope.ts';
import { currentOf } from './selection.ts';

const shop = createProject({ id: 'shop', connectors: ['shop-db', 'shop-media'] });
const blog = createProject({ id: 'blog', connectors: ['blog-db'] });
const bare = createProject({ id: 'bare', connectors: [] });
const projects = [shop, blog, bare];
const nothing = { projectId: null, connectorIds: {} };

test('CONN-4 the remembered project and connector are current, else the first', () => {
  expect(currentOf(projects, nothing)).toMatchObject({
    project: { id: 'shop' },
    connector: { id: 'shop-db' },
  });
  const selection = { projectId: 'shop', connectorIds: { shop: 'shop-media' } };
  expect(currentOf(projects, selection).connector?.id).toBe('shop-media');
  expect(currentOf(projects, { projectId: 'gone', connectorIds: {} }).project?.id).toBe('shop');
  expect(currentOf([], nothing)).toEqual({ project: undefined, connector: undefined });
});

test('NAV-3 missing ids are filled in with the current ones', () => {
  const selection = { projectId: 'blog', connectorIds: {} };
  const filled = { kind: 'fill', projectId: 'blog', connectorId: 'blog-db' };
  expect(readScope({}, projects, selection)).toEqual(filled);
  expect(readScope({ projectId: 'blog' }, projects, selection)).toEqual(filled);
  expect(readScope({ connectorId: 'blog-db' }, projects, selection)).toEqual(filled);
});

test('NAV-3 where there is no project or connector the address says null', () => {
  expect(readScope({}, [], nothing)).toEqual({
    kind: 'fill',
    projectId: 'null',
    connectorId: 'null',
  });
  expect(readScope({ projectId: 'bare' }, projects, nothing)).toEqual({
    kind: 'fill',
    projectId: 'bare',
    connectorId: 'null',
  });
  expect(readScope({ projectId: 'null', connectorId: 'null' }, [], nothing)).toEqual({
    kind: 'selected',
    current: { project: undefined, connector: undefined },
    selection: undefined,
  });
});

test('NAV-3 both present: they become the current project and connector', () => {
  const scope = readScope({ projectId: 'shop', connectorId: 'shop-media' }, projects, nothing);
  expect(scope).toMatchObject({
    kind: 'selected',
    current: { project: { id: 'shop' }, connector: { id: 'shop-media' } },
    selection: { projectId: 'shop', connectorIds: { shop: 'shop-media' } },
  });
});

test('NAV-3 what is already current is not saved again', () => {
  const selection = { projectId: 'blog', connectorIds: { blog: 'blog-db' } };
  const scope = readScope({ projectId: 'blog', connectorId: 'blog-db' }, projects, selection);
  expect(scope).toMatchObject({ kind: 'selected', selection: undefined });
});

test('NAV-3 an id the user can not see is foreign, in the right project or not', () => {
  const foreign = { kind: 'foreign' };
  expect(readScope({ projectId: 'secret' }, projects, nothing)).toEqual(foreign);
  expect(readScope({ projectId: 'shop', connectorId: 'blog-db' }, projects, nothing)).toEqual(
    foreign,
  );
  expect(readScope({ connectorId: 'secret' }, projects, nothing)).toEqual(foreign);
});

test('NAV-3 a link that says null is filled in once there is something to choose', () => {
  expect(readScope({ projectId: 'null', connectorId: 'null' }, projects, nothing)).toEqual({
    kind: 'fill',
    projectId: 'shop',
    connectorId: 'shop-db',
  });
});
