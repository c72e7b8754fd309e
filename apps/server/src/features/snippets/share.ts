import { Failure } from '@causeway/contract/errors.ts';
import type { Badge } from '@causeway/contract/snippets/snippet.ts';
import type { Actor } from '#platform/access/actor.ts';
import type { SqlParser } from '#platform/connectors/sql/parser.ts';
import type { Db } from '#platform/db/database.ts';
import { classify, classifyForOthers } from './classify.ts';
import { checkMayShare, type Sharing, type SnippetContent } from './snippets.ts';

type Wanted = SnippetContent & Sharing & { acknowledged: boolean };

/**
 * What has to be true before others read a snippet: a team's needs a project of the author's where
 * they may write, the parser has to read the SQL, and nothing in it may look like a secret. What is
 * private may be half-written.
 */
export async function judge(
  { db, parser }: { db: Db; parser: SqlParser },
  actor: Actor,
  wanted: Wanted,
): Promise<{ badge: Badge | null }> {
  const { visibility, projectId, sql } = wanted;
  if (visibility === 'private') return { badge: (await classify(parser, sql)).badge };
  if (visibility === 'team') {
    if (projectId === null) throw missingProject();
    await checkMayShare(db, actor, projectId);
  }
  await checkSecrets(parser, wanted);
  return { badge: await classifyForOthers(parser, sql) };
}

async function checkSecrets(
  parser: SqlParser,
  { acknowledged, title, text, sql, parameters, tags }: Wanted,
): Promise<void> {
  const found = await parser.read('secrets', { snippet: { title, text, sql, parameters, tags } });
  const places = found.filter(({ isWarning }) => !(isWarning && acknowledged));
  if (places.length > 0) throw new Failure('E_SNIPPET_SECRET', undefined, { places });
}

function missingProject(): Failure {
  return new Failure('E_VALIDATION', undefined, {
    fields: [{ path: 'body.projectId', message: 'A team’s snippet belongs to a project' }],
  });
}
