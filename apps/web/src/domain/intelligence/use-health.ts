import type { TableHealth } from '@causeway/contract/intelligence/intelligence.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { healthQuery } from './intelligence-query.ts';

/** Finds the health of a table among those that have findings: asked for once for a whole list. */
export function useHealth(
  projectId: string,
  connectorId: string,
): (schema: string, table: string) => TableHealth | undefined {
  const { data } = useQuery(healthQuery(projectId, connectorId));
  return useMemo(() => {
    const known = new Map(data?.map((health) => [`${health.schema}\0${health.table}`, health]));
    return (schema, table) => known.get(`${schema}\0${table}`);
  }, [data]);
}
