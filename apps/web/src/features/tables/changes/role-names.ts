import { useQuery } from '@tanstack/react-query';
import { nameableQuery } from '../structure/structure-query.ts';
import type { Source } from '../tables-query.ts';

/** Roles to choose from: everybody first, and those that are named already, whether listed or not. */
export function useRoleNames(source: Source, schema: string, named: readonly string[]): string[] {
  const { data } = useQuery(nameableQuery(source.connectorId, schema));
  return [...new Set(['public', ...named, ...(data?.roles ?? []).map(({ name }) => name)])];
}
