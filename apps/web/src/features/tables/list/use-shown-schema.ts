import { DEFAULT_SCHEMA } from '@causeway/contract/tables/names.ts';
import { useQuery } from '@tanstack/react-query';
import { schemasQuery, type Source } from '../tables-query.ts';

/** The schema the address names, else the one to begin with; undefined until the database said which. */
export function useShownSchema(source: Source, named: string | undefined): string | undefined {
  const { data, isError } = useQuery(schemasQuery(source));
  if (named !== undefined) return named;
  // What is wrong with the database is told where its tables would stand.
  if (isError) return DEFAULT_SCHEMA;
  return data && (data.find(({ isDefault }) => isDefault)?.name ?? DEFAULT_SCHEMA);
}
