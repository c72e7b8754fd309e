import { Failure } from '@causeway/contract/errors.ts';
import type { ReportedSnippet } from '@causeway/contract/snippets/moderation.ts';
import type { LocalizedText, SnippetSummary } from '@causeway/contract/snippets/snippet.ts';
import type { Actor } from '#platform/access/actor.ts';
import { changeRows, type Db, findRow, listRows, type Tx } from '#platform/db/database.ts';
import { readCursor, toPage } from '#platform/db/page.ts';
import { sql } from '#platform/db/sql.ts';
import { summaryColumns, summarySource } from './list.ts';

type Asked = { show: 'reported' | 'hidden'; cursor?: string | undefined; limit: number };
type QueueRow = SnippetSummary & {
  hiddenReason: string | null;
  reports: ReportedSnippet['reports'];
  since: string;
};

/** What staff have to decide on, longest waiting first; or what they have hidden, latest first. */
export async function listModerated(db: Db, actor: Actor, { show, cursor, limit }: Asked) {
  const [since, id] = readCursor(cursor, ['instant', 'uuid']);
  const isReported = show === 'reported';
  const key = isReported
    ? sql`date_trunc('milliseconds', waiting.since)`
    : sql`date_trunc('milliseconds', snippet.hidden_at)`;
  const after = isReported
    ? sql`(${key}, snippet.id) > (${since ?? null}::timestamptz, ${id ?? null}::uuid)`
    : sql`(${key}, snippet.id) < (${since ?? null}::timestamptz, ${id ?? null}::uuid)`;
  const rows = await listRows<QueueRow>(
    db,
    sql`select ${summaryColumns(actor)}, snippet.hidden_reason as "hiddenReason",
          coalesce(waiting.reports, '[]') as reports, ${key} as since
        from ${summarySource}
        left join lateral (
          select min(report.created_at) as since, json_agg(json_build_object('id', report.id,
              'reason', report.reason, 'text', report.text, 'reporter', reporter.name,
              'createdAt', to_char(report.created_at at time zone 'UTC',
                'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by report.created_at) as reports
          from snippet_reports report left join users reporter on reporter.id = report.reporter_id
          where report.snippet_id = snippet.id and report.decided_at is null) waiting on true
        where snippet.deleted_at is null
          and ${isReported ? sql`waiting.since is not null and snippet.hidden_at is null` : sql`snippet.hidden_at is not null`}
          ${since === null ? sql`` : sql`and ${after}`}
        order by ${isReported ? sql`${key}, snippet.id` : sql`${key} desc, snippet.id desc`}
        limit ${limit + 1}`,
  );
  const page = toPage(rows, limit, (row) => [row.since, row.id]);
  return {
    ...page,
    items: page.items.map(({ hiddenReason, reports, ...snippet }) => ({
      snippet,
      hiddenReason,
      reports,
    })),
  };
}

export type Moderated = {
  id: string;
  title: LocalizedText;
  projectId: string | null;
  isHidden: boolean;
  authorName: string | null;
  authorEmail: string | null;
  authorLanguage: string | null;
};

/** What is private was never anybody's to report. */
export async function readModerated(db: Db, id: string): Promise<Moderated> {
  const found = await findRow<Moderated>(
    db,
    sql`select snippet.id, snippet.title, snippet.project_id as "projectId",
          snippet.hidden_at is not null as "isHidden", account.name as "authorName",
          account.email as "authorEmail", account.mail_language as "authorLanguage"
        from snippets snippet left join users account on account.id = snippet.author_id
        where snippet.id = ${id} and snippet.deleted_at is null
          and (snippet.visibility <> 'private' or snippet.hidden_at is not null)`,
  );
  if (!found) throw new Failure('E_SNIPPET_NOT_FOUND');
  return found;
}

export async function hideSnippet(tx: Tx, { id }: Moderated, reason: string): Promise<void> {
  await changeRows(
    tx,
    sql`update snippets set hidden_at = coalesce(hidden_at, now()), hidden_reason = ${reason}
        where id = ${id}`,
  );
  await decideReports(tx, id, 'hidden');
}

export async function showSnippet(tx: Tx, { id }: Moderated): Promise<void> {
  await changeRows(
    tx,
    sql`update snippets set hidden_at = null, hidden_reason = null where id = ${id}`,
  );
}

export async function decideReports(
  tx: Tx,
  snippetId: string,
  decision: 'hidden' | 'dismissed',
): Promise<void> {
  await changeRows(
    tx,
    sql`update snippet_reports set decided_at = now(), decision = ${decision}
        where snippet_id = ${snippetId} and decided_at is null`,
  );
}
