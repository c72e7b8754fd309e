import type { Services } from '#platform/services.ts';

/** A statement of ours changed what tables there are: no instance may go on with what it remembers. */
export async function forgetCatalog(
  { db, events, sqlCatalog }: Pick<Services, 'db' | 'events' | 'sqlCatalog'>,
  connectorId: string,
): Promise<void> {
  sqlCatalog.forget(connectorId);
  await events.tellInstances(db, { catalogOf: connectorId });
}

export function hearCatalogNews({ events, sqlCatalog }: Pick<Services, 'events' | 'sqlCatalog'>) {
  events.hearInstances((note) => {
    if ('catalogOf' in note) sqlCatalog.forget(note.catalogOf);
  });
}
