import { Failure } from '@causeway/contract/errors.ts';
import type { ProjectActor } from '#platform/access/actor.ts';
import type { OpenedSql } from '#platform/connectors/opened.ts';
import { withoutWords } from '#platform/connectors/without-words.ts';
import type { StoredImport } from './queries.ts';

type Reader = { actor: ProjectActor; opened: OpenedSql };

/**
 * A file has rows that are to be written, perhaps to a table the role for readers may not read: who works
 * as that role sees none of an import of others.
 */
function mayReadRows({ actor, opened }: Reader, { startedBy }: StoredImport): boolean {
  return opened.target.readerRole === undefined || startedBy?.id === actor.user.id;
}

export function requireItsRows(reader: Reader, stored: StoredImport): void {
  if (mayReadRows(reader, stored)) return;
  throw new Failure('E_FORBIDDEN', 'The rows of this import are not for the role for readers.');
}

/** As it is told: samples of its columns and the words of the database name values. */
export function toldOf(reader: Reader, stored: StoredImport): StoredImport {
  if (mayReadRows(reader, stored)) return stored;
  return { ...stored, analysis: null, error: stored.error && withoutWords(stored.error) };
}
