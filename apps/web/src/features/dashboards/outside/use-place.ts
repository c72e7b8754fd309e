import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { useAddressId } from '#platform/navigation/address-id.ts';

/** The dashboard of this page. */
export function usePlace() {
  const { project } = useCurrentProject();
  const dashboardId = useAddressId();
  return project && dashboardId ? { projectId: project.id, dashboardId } : undefined;
}
