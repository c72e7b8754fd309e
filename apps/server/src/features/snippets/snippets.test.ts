import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditRoutes } from '@causeway/contract/audit.ts';
import {
  snippetCommentRoutes,
  snippetRoutes,
  type SnippetScope,
} from '@causeway/contract/snippets/routes.ts';
import type { Snippet } from '@causeway/contract/snippets/snippet.ts';
import { createProject, createUser, type TestUser } from '#testing/factories.ts';
import { startTestServer } from '#testing/test-server.ts';
import { personalDataOfSnippets } from './personal-data.ts';

let author: TestUser;
let reader: TestUser;
let mate: TestUser;
let projectId: string;

const server = await startTestServer();
beforeAll(async () => {
  const { db } = server.services;
  author = await createUser(db, { name: 'Ada' });
  reader = await createUser(db, { name: 'Rita' });
  mate = await createUser(db, { name: 'Max' });
  projectId = (await createProject(db, { owner: author, viewer: mate })).id;
});
afterAll(() => server.stop());

type Wanted = Partial<Parameters<typeof write>[0]>;

async function write(
  body: {
    title?: Record<string, string>;
    text?: Record<string, string>;
    sql?: string;
    tags?: string[];
    visibility?: 'private' | 'team' | 'public';
    projectId?: string;
    acknowledged?: boolean;
  },
  as = author,
): Promise<Snippet> {
  const content = { title: { en: 'A snippet' }, text: {}, sql: 'select 1' };
  return server.call(snippetRoutes.create, { body: { ...content, ...body } }, as);
}

const publish = (body: Wanted = {}, as = author) => write({ visibility: 'public', ...body }, as);
const show = (id: string, as: TestUser) =>
  server.call(snippetRoutes.show, { params: { snippetId: id } }, as);

async function titles(query: Record<string, unknown>, as = reader): Promise<string[]> {
  const { items } = await server.call(snippetRoutes.list, { query }, as);
  return items.map(({ title }) => title.en ?? title.de ?? '');
}

describe('who sees a snippet', () => {
  test('SNIP-1 a private one is its author’s, a team’s its members’, a public one everybody’s', async () => {
    const { id } = await write({ title: { en: 'Growing' } });
    const params = { snippetId: id };
    const refused = await server.refuse(snippetRoutes.show, { params }, reader);
    expect(refused).toMatchObject({ status: 404, code: 'E_SNIPPET_NOT_FOUND' });

    const toTeam = { version: 1, visibility: 'team' as const, projectId };
    await server.call(snippetRoutes.update, { params, body: toTeam }, author);
    expect(await show(id, mate)).toMatchObject({ isEditable: false, project: { id: projectId } });
    expect((await server.refuse(snippetRoutes.show, { params }, reader)).status).toBe(404);

    const toAll = { version: 2, visibility: 'public' as const };
    await server.call(snippetRoutes.update, { params, body: toAll }, author);
    expect(await show(id, reader)).toMatchObject({ title: { en: 'Growing' }, project: null });
    const lists = async (scope: SnippetScope, as: TestUser) => titles({ scope }, as);
    expect(await lists('mine', author)).toContain('Growing');
    expect(await lists('public', reader)).toContain('Growing');
    expect(await lists('mine', reader)).toEqual([]);
  });

  test('SNIP-1 who may only read in a team by now changes nothing they shared with it', async () => {
    const { db } = server.services;
    const [writer, owner] = [await createUser(db), await createUser(db)];
    const team = await createProject(db, { owner, editor: writer });
    const { id } = await write({ visibility: 'team', projectId: team.id }, writer);
    await db.query({
      text: `update project_members set role = 'viewer' where project_id = $1 and user_id = $2`,
      values: [team.id, writer.id],
    });
    expect(await show(id, writer)).toMatchObject({ isMine: true, isEditable: false });
    const params = { snippetId: id };
    const later = { version: 1, sql: 'drop table orders' };
    const refusals = [
      await server.refuse(snippetRoutes.update, { params, body: later }, writer),
      await server.refuse(snippetRoutes.remove, { params }, writer),
    ];
    expect(refusals.map(({ code }) => code)).toEqual(['E_FORBIDDEN', 'E_FORBIDDEN']);
  });

  test('SNIP-1 who left a team neither reads nor publishes what it makes of a snippet they wrote', async () => {
    const { db } = server.services;
    const [writer, owner] = [await createUser(db), await createUser(db)];
    const team = await createProject(db, { owner, editor: writer });
    const shared = { visibility: 'team' as const, projectId: team.id };
    const { id } = await write({ ...shared, sql: 'select 1' }, writer);
    const params = { snippetId: id };
    expect(await show(id, writer)).toMatchObject({ isMine: true, isEditable: true });
    await db.query({
      text: 'delete from project_members where project_id = $1 and user_id = $2',
      values: [team.id, writer.id],
    });
    const later = { version: 1, sql: `select 'said among us'` };
    await server.call(snippetRoutes.update, { params, body: later }, owner);
    const toAll = { params, body: { version: 2, visibility: 'public' as const } };
    const refusals = [
      await server.refuse(snippetRoutes.show, { params }, writer),
      await server.refuse(snippetRoutes.versions, { params, query: {} }, writer),
      await server.refuse(snippetCommentRoutes.list, { params, query: {} }, writer),
      await server.refuse(snippetRoutes.update, toAll, writer),
      await server.refuse(snippetRoutes.remove, { params }, writer),
    ];
    expect(refusals.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect(await titles({ scope: 'mine' }, writer)).toEqual([]);
    const own = await personalDataOfSnippets.files?.snippets?.(db, writer);
    expect(own).toMatchObject([{ id, version: 1, sql: 'select 1' }]);
  });

  test('SNIP-1 a fork of a team’s snippet names it to who sees it, and no longer to an author who left', async () => {
    const { db } = server.services;
    const [writer, owner] = [await createUser(db), await createUser(db)];
    const team = await createProject(db, { owner, editor: writer });
    const { id } = await write({ visibility: 'team', projectId: team.id }, writer);
    const params = { snippetId: id };
    const fork = await server.call(snippetRoutes.fork, { params }, writer);
    const ofOwner = await server.call(snippetRoutes.fork, { params }, owner);
    await db.query({
      text: 'delete from project_members where project_id = $1 and user_id = $2',
      values: [team.id, writer.id],
    });
    const title = { en: 'Said among us' };
    await server.call(snippetRoutes.update, { params, body: { version: 1, title } }, owner);
    expect((await show(ofOwner.id, owner)).origin).toMatchObject({ id, title });
    expect((await show(fork.id, writer)).origin).toMatchObject({ id, title: null });
  });

  test('SNIP-1 a team’s snippet stays with its author when the project is gone', async () => {
    const { db } = server.services;
    const gone = await createProject(db, { owner: author });
    const { id } = await write({ visibility: 'team', projectId: gone.id });
    await db.query({ text: 'delete from projects where id = $1', values: [gone.id] });
    expect(await show(id, author)).toMatchObject({ isMine: true, project: null });
  });

  test('SNIP-1 a viewer puts nothing before the team, a stranger does not find the project', async () => {
    const body = {
      title: { en: 'x' },
      text: {},
      sql: 'select 1',
      visibility: 'team' as const,
      projectId,
    };
    expect((await server.refuse(snippetRoutes.create, { body }, mate)).code).toBe('E_FORBIDDEN');
    const foreign = await server.refuse(snippetRoutes.create, { body }, reader);
    expect(foreign.code).toBe('E_PROJECT_NOT_FOUND');
  });

  test('SNIP-1 what is published, withdrawn and deleted is in the audit log of its project', async () => {
    const { id } = await write({ visibility: 'team', projectId });
    await server.call(snippetRoutes.remove, { params: { snippetId: id } }, author);
    const log = await server.call(auditRoutes.list, { params: { projectId }, query: {} }, author);
    const acts = log.items.filter(({ target }) => target === id).map(({ action }) => action);
    expect(acts).toEqual(['snippet.deleted', 'snippet.published']);
  });

  test('SNIP-1 TEAM-7 a team reads in its audit log that a snippet was taken from it, wherever it went', async () => {
    const other = await createProject(server.services.db, { owner: author });
    const team = { visibility: 'team' as const, projectId };
    const { id } = await write(team);
    const steps = [
      { visibility: 'private' as const },
      team,
      { visibility: 'team' as const, projectId: other.id },
      team,
      { visibility: 'public' as const },
    ];
    for (const [at, step] of steps.entries()) {
      const body = { version: at + 1, ...step };
      await server.call(snippetRoutes.update, { params: { snippetId: id }, body }, author);
    }
    const actsIn = async (of: string) => {
      const params = { projectId: of };
      const log = await server.call(auditRoutes.list, { params, query: {} }, author);
      return log.items.filter(({ target }) => target === id).map(({ action }) => action);
    };
    const [taken, shown] = ['snippet.withdrawn', 'snippet.published'];
    expect(await actsIn(projectId)).toEqual([taken, shown, taken, shown, taken, shown]);
    expect(await actsIn(other.id)).toEqual([taken, shown]);
  });

  test('SNIP-1 a deleted one is gone for everybody, and its author brings it back', async () => {
    const { id } = await publish({ title: { en: 'Missed' } });
    const params = { snippetId: id };
    expect((await server.refuse(snippetRoutes.remove, { params }, reader)).code).toBe(
      'E_FORBIDDEN',
    );
    await server.call(snippetRoutes.remove, { params }, author);
    expect((await server.refuse(snippetRoutes.show, { params }, author)).status).toBe(404);
    expect(await titles({ scope: 'deleted' }, author)).toContain('Missed');
    expect((await server.refuse(snippetRoutes.restore, { params }, reader)).status).toBe(404);
    await server.call(snippetRoutes.restore, { params }, author);
    expect(await show(id, reader)).toMatchObject({ isMine: false });
  });
});

describe('finding', () => {
  test('SNIP-1 words are found in title, text, tags and SQL of both languages, begun words too', async () => {
    await publish({
      title: { en: 'Duplicate customers', de: 'Doppelte Kunden' },
      text: { en: 'Finds **repeated** addresses.' },
      sql: 'select lower(email) from {{customers}} group by 1 having count(*) > 1',
      tags: ['cleanup-day'],
    });
    const words = [
      'duplicates',
      'Kunde',
      'repeat',
      'cleanup-day',
      'having',
      'dupl',
      '"duplicate customers"',
    ];
    for (const search of words) {
      expect(await titles({ search }), search).toContain('Duplicate customers');
    }
    expect(await titles({ search: 'duplicate -customers' })).not.toContain('Duplicate customers');
    expect(await titles({ search: "'; drop table snippets --" })).toEqual([]);
  });

  test('SNIP-1 tag, badge and language narrow the list', async () => {
    const tags = ['narrow'];
    await publish({ title: { en: 'Reads' }, tags });
    await publish({ title: { de: 'Löscht' }, sql: 'delete from {{orders}}', tags });
    const more = { search: '', tag: 'narrow' };
    expect((await titles(more)).toSorted()).toEqual(['Löscht', 'Reads']);
    expect(await titles({ ...more, badge: 'write' })).toEqual(['Löscht']);
    expect(await titles({ ...more, language: 'en' })).toEqual(['Reads']);
    const known = await server.call(snippetRoutes.tags, {}, reader);
    expect(known).toContainEqual({ tag: 'narrow', count: 2 });
  });

  test('SNIP-1 every order goes on page by page, and shows each snippet once', async () => {
    const made = ['a', 'b', 'c', 'd', 'e'];
    for (const name of made) await publish({ title: { en: `paged ${name}` }, tags: ['paged'] });
    for (const sort of ['newest', 'stars', 'uses', 'relevance'] as const) {
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const query = { sort, tag: 'paged', search: 'paged', limit: 2, ...(cursor && { cursor }) };
        const page: { items: { id: string }[]; nextCursor: string | null } = await server.call(
          snippetRoutes.list,
          { query },
          reader,
        );
        seen.push(...page.items.map(({ id }) => id));
        cursor = page.nextCursor;
      } while (cursor);
      expect(new Set(seen).size, sort).toBe(made.length);
      expect(seen).toHaveLength(made.length);
    }
  });
});

describe('the badge', () => {
  test.each([
    ['select * from {{orders}} where {{orders.total: numeric}} > :least', 'read'],
    ['with gone as (delete from {{orders}} returning *) select * from gone', 'write'],
    ['select 1; update {{orders}} set {{orders.note}} = null', 'write'],
    ['create index on {{orders}} ({{orders.placed_at}})', 'ddl'],
    ['select * into kept from {{orders}}', 'ddl'],
  ])('SNIP-1 %s is what the parser says: %s', async (sql, badge) => {
    const { badge: found } = await server.call(snippetRoutes.classify, { body: { sql } }, reader);
    expect(found).toBe(badge);
  });

  test('SNIP-1 what can’t be read is kept for its author, told where, and not published', async () => {
    const sql = 'select * from {{orders}} wher {{orders.total}} > 1';
    const { problem } = await server.call(snippetRoutes.classify, { body: { sql } }, author);
    expect(sql.slice(problem!.position! - 1)).toMatch(/^\{\{orders.total/);
    const { id } = await write({ sql });
    expect(await show(id, author)).toMatchObject({ badge: null });
    const body = { version: 1, visibility: 'public' as const };
    const refused = await server.refuse(
      snippetRoutes.update,
      { params: { snippetId: id }, body },
      author,
    );
    expect(refused).toMatchObject({ status: 422, code: 'E_SQL_SYNTAX' });
  });
});

describe('secrets', () => {
  test('SNIP-1 a snippet with a password in it is not published, and the place is told', async () => {
    const sql = "create role app login password 'hunter2-hunter2'";
    const body = {
      title: { en: 'x' },
      text: {},
      sql,
      visibility: 'public' as const,
      acknowledged: true,
    };
    const refused = await server.refuse(snippetRoutes.create, { body }, author);
    expect(refused).toMatchObject({ status: 422, code: 'E_SNIPPET_SECRET' });
    const [place] = refused.details!.places as { field: string; from: number; to: number }[];
    expect(sql.slice(place!.from, place!.to)).toContain('hunter2');
    expect((await write({ sql })).visibility).toBe('private');
  });

  test('SNIP-1 an e-mail address only has to be looked at', async () => {
    const text = { en: 'Ask somebody@company.com' };
    const body = { title: { en: 'x' }, text, sql: 'select 1', visibility: 'public' as const };
    const refused = await server.refuse(snippetRoutes.create, { body }, author);
    expect(refused.details!.places).toMatchObject([{ field: 'text.en', isWarning: true }]);
    const made = await publish({ text, acknowledged: true });
    expect(made.visibility).toBe('public');
  });

  test('SNIP-1 what was taken out before publishing can’t be read in an old version', async () => {
    const { id } = await write({ sql: "select 'private words'" });
    const params = { snippetId: id };
    const clean = { version: 1, sql: 'select 1', visibility: 'public' as const };
    await server.call(snippetRoutes.update, { params, body: clean }, author);
    const seen = await server.call(snippetRoutes.versions, { params, query: {} }, reader);
    expect(seen.items.map(({ version }) => version)).toEqual([2]);
    const first = { params: { ...params, number: 1 } };
    expect((await server.refuse(snippetRoutes.version, first, reader)).status).toBe(404);
    expect(await server.call(snippetRoutes.version, first, author)).toMatchObject({
      sql: "select 'private words'",
      author: 'Ada',
    });
  });
});

test('SNIP-1 who works on a snippet with its author sees no version from before it was shared', async () => {
  const { db } = server.services;
  const editor = await createUser(db);
  const team = await createProject(db, { owner: author, editor });
  const { id } = await write({ sql: "select 'private words'" });
  const params = { snippetId: id };
  const visibility = 'team' as const;
  const shared = { version: 1, sql: 'select 1', visibility, projectId: team.id };
  await server.call(snippetRoutes.update, { params, body: shared }, author);
  const body = { version: 2, sql: 'select 2' };
  await server.call(snippetRoutes.update, { params, body }, editor);
  const { items } = await server.call(snippetRoutes.versions, { params, query: {} }, editor);
  expect(items.map(({ version }) => version)).toEqual([3, 2]);
  const first = { params: { ...params, number: 1 } };
  expect((await server.refuse(snippetRoutes.version, first, editor)).status).toBe(404);
});

test('SNIP-1 a change made on an older version is refused, and every change is a version', async () => {
  const { id } = await write({});
  const params = { snippetId: id };
  await server.call(
    snippetRoutes.update,
    { params, body: { version: 1, sql: 'select 2' } },
    author,
  );
  const late = await server.refuse(
    snippetRoutes.update,
    { params, body: { version: 1, sql: 'select 3' } },
    author,
  );
  expect(late).toMatchObject({ status: 412, code: 'E_VERSION_CONFLICT' });
  const { items } = await server.call(snippetRoutes.versions, { params, query: {} }, author);
  expect(items.map(({ version }) => version)).toEqual([2, 1]);
});
