import { classifyForOthers } from '#features/snippets/classify.ts';
import { insertSnippet } from '#features/snippets/snippets.ts';
import { changeRows, findRow, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { Services } from '#platform/services.ts';
import { readingSnippets } from './reading.ts';
import { upkeepSnippets } from './upkeep.ts';

/**
 * Snippets that come with the sample workspace: written for its shop, useful elsewhere. They belong
 * to the staff account of the sample, so that the demo account is a reader like any other.
 */
export async function seedSnippets(tx: Tx, { sqlParser }: Services): Promise<void> {
  const author = await findRow<{ id: string }>(
    tx,
    sql`select id from users where email = 'staff@causeway.test' and verified_at is not null`,
  );
  if (!author) return;
  const toAll = { visibility: 'public', projectId: null } as const;
  for (const [place, snippet] of [...readingSnippets, ...upkeepSnippets].entries()) {
    const badge = await classifyForOthers(sqlParser, snippet.sql);
    const id = await insertSnippet(tx, author.id, { ...snippet, ...toAll, badge });
    // The first ones are read first: each is a little younger than the next.
    await changeRows(
      tx,
      sql`update snippets set created_at = now() - make_interval(mins => ${place}) where id = ${id}`,
    );
  }
}
