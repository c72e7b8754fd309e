import { checkStored } from '#platform/connectors/check-stored.ts';
import { findForUpkeep, saveCheck } from '#platform/connectors/stored.ts';
import type { Services } from '#platform/services.ts';
import type { Workspace } from './workspace.ts';

/** Tries the connectors of the sample, so that nobody has to wonder whether they work. */
export async function checkSampleConnectors(
  services: Services,
  { projectId, databaseId, bucketId }: Pick<Workspace, 'projectId' | 'databaseId' | 'bucketId'>,
): Promise<void> {
  const { db, events, logger } = services;
  try {
    for (const id of [databaseId, bucketId]) {
      const connector = id === null ? undefined : await findForUpkeep(db, 'sample-check', id);
      if (connector) await saveCheck(db, connector, await checkStored(services, connector));
    }
    if (projectId === null) return;
    await db.transaction((tx) => {
      return events.publish(tx, { projectId }, { type: 'connectors.changed', projectId });
    });
  } catch (error) {
    logger.warn({ err: error }, 'the connectors of the sample workspace were not checked');
  }
}
