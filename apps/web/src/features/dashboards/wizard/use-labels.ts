import type { Project } from '@causeway/contract/projects.ts';
import { useQueries } from '@tanstack/react-query';
import { tableQuery } from '#domain/connectors/catalog-query.ts';
import { nameLabels, type Label } from './by-reference.ts';
import type { WizardSource } from './wizard-source.ts';

/** Of so many references it is looked up what people call their rows. */
const MOST = 6;

/** The names behind references with few values; undefined until they are known. */
export function useLabels(
  project: Project,
  { connectorId, references, columns }: WizardSource,
  counts: ReadonlyMap<string, number> | undefined,
): Label[] | undefined {
  const few = references
    .filter(({ column }) => {
      const values = counts?.get(column) ?? 0;
      return values >= 2 && values <= 50;
    })
    .slice(0, MOST);
  const from = { projectId: project.id, connectorId };
  const tables = useQueries({ queries: few.map((one) => tableQuery(from, one)) });
  if (tables.some(({ isPending }) => isPending)) return undefined;
  const found = few.flatMap((one, at) => {
    // A table that may not be seen has no name to offer.
    const label = tables[at]?.data?.labelColumn;
    return label ? [{ ...one, label }] : [];
  });
  return nameLabels(found, columns);
}
