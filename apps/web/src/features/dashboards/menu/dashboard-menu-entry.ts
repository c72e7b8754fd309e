import type { DashboardSummary } from '@causeway/contract/dashboards/list.ts';
import type { Project } from '@causeway/contract/projects.ts';
import type { ReactNode } from 'react';

/** What an entry of a dashboard's menu knows. It stands on cards of the list and on the page itself. */
export type DashboardMenuEntryProps = {
  project: Project;
  dashboard: Pick<DashboardSummary, 'id' | 'name' | 'description' | 'folder' | 'version'>;
  /** On its own page: what has to do with what is seen there. */
  isOpen: boolean;
  /** Opens a dialog, which stays when the menu closes. */
  show: (dialog: (close: () => void) => ReactNode) => void;
  /** The page it was on has to be left. */
  onDeleted: (() => void) | undefined;
};
