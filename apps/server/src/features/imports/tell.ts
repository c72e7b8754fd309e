import type { Services } from '#platform/services.ts';
import type { StoredImport } from './queries.ts';

/** Lets the pages that show an import know that it moved on. */
export async function tell(
  { db, events, logger }: Pick<Services, 'db' | 'events' | 'logger'>,
  { id, projectId, connectorId }: Pick<StoredImport, 'id' | 'projectId' | 'connectorId'>,
  state: string,
): Promise<void> {
  await events
    .publish(db, { projectId }, { type: 'imports.changed', projectId, connectorId, id, state })
    .catch((error: unknown) => logger.warn({ err: error }, 'import could not tell its progress'));
}
