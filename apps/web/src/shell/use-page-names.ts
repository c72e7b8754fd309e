import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useProjects } from '#platform/current-project/projects-query.ts';
import { pageNameOf } from './page-names.ts';

/** What any page of the product is called, for whoever shows links to them. */
export function usePageNames(): (href: string) => string {
  const { t } = useTranslation('shell');
  const projects = useProjects();
  return useCallback(
    (href) => {
      const things = projects.flatMap(({ connectors }) => connectors);
      return pageNameOf(href, t, things);
    },
    [t, projects],
  );
}
