import { can } from '@causeway/contract/access.ts';
import { useCurrentUser } from '#platform/session/user-query.ts';
import { useCurrentProject } from './use-current-project.ts';

/** Whether what somebody started may be stopped and cleared away here: by them and by admins. */
export function useMayStop(startedBy: string | null | undefined): boolean {
  const { project } = useCurrentProject();
  const { id } = useCurrentUser();
  return startedBy === id || (project !== undefined && can(project.role, 'work.manage'));
}
