import { pageTitle } from '@causeway/contract/page-title.ts';
import { useEffect } from 'react';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';

/** NAV-4 */
export function usePageTitle(): void {
  const { project, connector } = useCurrentProject();
  const title = pageTitle({
    ...(project && { project: project.name }),
    ...(connector && { connector: connector.name }),
  });
  useEffect(() => {
    document.title = title;
  }, [title]);
}
