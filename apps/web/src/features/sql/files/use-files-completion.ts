import type { CompletionSource } from '@codemirror/autocomplete';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Connector } from '#platform/current-project/projects-query.ts';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { completeFiles } from './complete-files.ts';

/** Undefined over a database, where tables are completed. */
export function useFilesCompletion(connector: Connector): CompletionSource | undefined {
  const queryClient = useQueryClient();
  const { project } = useCurrentProject();
  return useMemo(() => {
    if (connector.implementation === 'sql') return undefined;
    const databases = (project?.connectors ?? []).filter(
      ({ implementation }) => implementation === 'sql',
    );
    return completeFiles({ queryClient, connector, databases });
  }, [queryClient, connector, project]);
}
