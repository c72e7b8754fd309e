import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';

/** Times on a dashboard are those of the project, whatever clock its readers have. */
export function useProjectFormats() {
  const { project } = useCurrentProject();
  return useFormats(project?.settings.timeZone);
}
