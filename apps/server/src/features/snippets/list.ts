import type { SnippetFilter, SnippetSort } from '@causeway/contract/snippets/routes.ts';
import type { SnippetSummary } from '@causeway/contract/snippets/snippet.ts';
import type { Actor } from '#platform/access/actor.ts';
import { type Db, listRows } from '#platform/db/database.ts';
import { readCursor, toPage } from '#platform/db/page.ts';
import { joinSql, type Sql, sql } from '#platform/db/sql.ts';
import { isByActor, isOfTeam, isVisibleTo } from './visible.ts';

type Listing = SnippetFilter & { sort: SnippetSort; limit: number; cursor?: string | undefined };

const SUMMARY_LENGTH = 280;
const SQL_LENGTH = 600;

/** Columns of a summary, for the caller; the rows are called snippet, account and project. */
export function summaryColumns({ user }: Actor): Sql {
  return sql`snippet.id, snippet.title, snippet.tags, snippet.badge, snippet.visibility,
    snippet.stars, snippet.uses, snippet.comments,
    coalesce((select jsonb_object_agg(key, left(value, ${SUMMARY_LENGTH}))
      from jsonb_each_text(snippet.body)), '{}') as summary,
    left(snippet.sql, ${SQL_LENGTH}) as "sqlStart",
    case when snippet.visibility = 'team' and project.id is not null
      then json_build_object('id', project.id, 'name', project.name) end as project,
    case when account.id is not null
      then json_build_object('id', account.id, 'name', account.name,
        'avatar', account.avatar) end as author,
    exists (select from snippet_stars star where star.snippet_id = snippet.id
      and star.user_id = ${user.id}) as "isStarred",
    coalesce(snippet.author_id = ${user.id}, false) as "isMine",
    snippet.hidden_at is not null as "isHidden",
    date_trunc('milliseconds', snippet.created_at) as "createdAt",
    snippet.updated_at as "updatedAt"`;
}

export const summarySource = sql`snippets snippet
  left join users account on account.id = snippet.author_id
  left join projects project on project.id = snippet.project_id`;

/** A page of what the caller may see; each order goes on after the last row it showed. */
export async function listSnippets(db: Db, actor: Actor, listing: Listing) {
  const { sort, limit, cursor, search } = listing;
  const order = orders[sort === 'relevance' && search === '' ? 'newest' : sort];
  const [key, id] = readCursor(cursor, [order.type, 'uuid']);
  const sortKey = order.key(listing);
  const rows = await listRows<SnippetSummary & { sortKey: string }>(
    db,
    sql`select ${summaryColumns(actor)}, ${order.asText(sortKey)} as "sortKey"
        from ${summarySource}
        where ${conditionOf(actor, listing)}
          ${key === null ? sql`` : sql`and (${sortKey}, snippet.id) < (${order.asKey(key)}, ${id}::uuid)`}
        order by ${sortKey} desc, snippet.id desc limit ${limit + 1}`,
  );
  return toPage(rows, limit, (row) => [row.sortKey, row.id]);
}

type Order = {
  type: 'bigint' | 'instant';
  key(listing: Listing): Sql;
  asText(key: Sql): Sql;
  asKey(text: string | null | undefined): Sql;
};

const counted = {
  type: 'bigint' as const,
  asText: (key: Sql) => sql`(${key})::text`,
  asKey: (text: string | null | undefined) => sql`${text}::bigint`,
};

const orders: Record<SnippetSort, Order> = {
  stars: { ...counted, key: () => sql`snippet.stars` },
  uses: { ...counted, key: () => sql`snippet.uses` },
  // Whole numbers, so that a page goes on at exactly the row it ended with. What people like counts a little.
  relevance: {
    ...counted,
    key: ({ search }) =>
      sql`(ts_rank_cd(snippet.words, ${wordsOf(search)}, 1) * 1000000
        * (1 + ln(1 + snippet.stars) / 10))::bigint`,
  },
  newest: {
    type: 'instant',
    key: () => sql`date_trunc('milliseconds', snippet.created_at at time zone 'UTC')`,
    asText: (key) => sql`to_char(${key}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    asKey: (text) => sql`(${text}::timestamptz at time zone 'UTC')`,
  },
};

/**
 * Words that are wanted, in any of the languages, the last one perhaps not typed to its end; and
 * those that are not. A word that is stemmed differently in each language must be missing in all.
 */
function wordsOf(search: string): Sql {
  const { wanted, unwanted } = splitSearch(search);
  const last = wanted.match(/[\p{L}\p{N}_]+$/u)?.[0] ?? '';
  const rest = wanted.slice(0, wanted.length - last.length);
  const begun = sql`(websearch_to_tsquery('simple', ${rest})
    && to_tsquery('simple', ${last === '' ? '' : `${last}:*`}))`;
  const all = sql`(${inAnyLanguage(wanted)} || ${begun})`;
  return unwanted === '' ? all : sql`(${all} && !! ${inAnyLanguage(unwanted)})`;
}

function inAnyLanguage(words: string): Sql {
  return sql`(websearch_to_tsquery('english', ${words}) || websearch_to_tsquery('german', ${words})
    || websearch_to_tsquery('simple', ${words}))`;
}

/** `-word` is one to leave out; several of them are left out one by one. */
function splitSearch(search: string): { wanted: string; unwanted: string } {
  const mark = /(?<=^|\s)-(?=[\p{L}\p{N}"])(?:"[^"]*"?|\S+)/gu;
  const unwanted = (search.match(mark) ?? []).map((word) => word.slice(1));
  return { wanted: search.replaceAll(mark, ' ').trim(), unwanted: unwanted.join(' or ') };
}

function conditionOf(actor: Actor, filter: SnippetFilter): Sql {
  const { search, tag, language, badge } = filter;
  return joinSql(
    [
      inScope(actor, filter),
      ...(search === '' ? [] : [sql`snippet.words @@ ${wordsOf(search)}`]),
      ...(tag === undefined ? [] : [sql`snippet.tags @> array[${tag}]::text[]`]),
      ...(language === undefined ? [] : [sql`snippet.title ? ${language}`]),
      ...(badge === undefined ? [] : [sql`snippet.badge = ${badge}`]),
    ],
    ' and ',
  );
}

function inScope(actor: Actor, { scope, projectId }: SnippetFilter): Sql {
  const { id } = actor.user;
  switch (scope) {
    case 'deleted':
      return sql`snippet.deleted_at is not null and ${isByActor(actor)}`;
    case 'mine':
      return sql`snippet.deleted_at is null and ${isByActor(actor)}`;
    case 'public':
      return sql`snippet.visibility = 'public' and snippet.deleted_at is null
        and snippet.hidden_at is null`;
    case 'team':
      return sql`snippet.deleted_at is null and snippet.hidden_at is null and ${isOfTeam(actor)}
        ${projectId === undefined ? sql`` : sql`and snippet.project_id = ${projectId}`}`;
    case 'starred':
      return sql`${isVisibleTo(actor)} and exists (select from snippet_stars star
        where star.snippet_id = snippet.id and star.user_id = ${id})`;
    default:
      return isVisibleTo(actor);
  }
}

const MOST_TAGS = 60;

export function listTags(db: Db, actor: Actor): Promise<{ tag: string; count: number }[]> {
  return listRows(
    db,
    sql`select tag, count(*)::int as count
        from snippets snippet cross join unnest(snippet.tags) as tag
        where ${isVisibleTo(actor)}
        group by tag order by count desc, tag limit ${MOST_TAGS}`,
  );
}
