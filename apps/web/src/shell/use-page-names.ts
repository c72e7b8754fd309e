import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import { useProjects } from '#platform/current-project/projects-query.ts';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { dashboardsQuery } from '#domain/dashboards/dashboards-query.ts';
import type { PageLooks } from '#platform/navigation/page-name.ts';
import { pageIconOf, pageNameOf } from './page-names.ts';

/** What any page of the product is called and looks like, for whoever shows links to them. */
export function usePageLooksOfShell(): PageLooks {
  const { i18n } = useTranslation('shell');
  const { language } = i18n;
  const projects = useProjects();
  const { project } = useCurrentProject();
  // Whoever lists them loads them; a name alone is not worth a request.
  const { data: dashboards } = useQuery({
    ...dashboardsQuery(project?.id ?? ''),
    enabled: false,
  });
  return useMemo(
    () => ({
      nameOf: (href, shown) => {
        const connectors = projects.flatMap((one) => one.connectors);
        return pageNameOf(href, language, { connectors, dashboards: dashboards ?? [], shown });
      },
      iconOf: pageIconOf,
    }),
    [language, projects, dashboards],
  );
}
