import { exploreModeOf, rememberExploreMode } from '@causeway/contract/settings/explore-modes.ts';
import { useLocation } from '@tanstack/react-router';
import { changeSetting, useSettings } from '#platform/settings/use-settings.ts';
import { viewModes, type TableView, type ViewMode } from '@causeway/contract/tables/view.ts';
import type { useTableView } from '../use-table-view.ts';

/** SET-4: what the address says, else what was chosen here last. */
export function useMode(
  view: TableView,
  changeView: ReturnType<typeof useTableView>['changeView'],
) {
  const { exploreModes } = useSettings();
  const href = useLocation({ select: ({ publicHref }) => publicHref });
  const remembered = exploreModeOf(exploreModes, href, 'sql');
  const mode = view.mode ?? viewModes.find((known) => known === remembered) ?? 'table';
  function chooseMode(next: ViewMode) {
    changeSetting({ exploreModes: rememberExploreMode(exploreModes, href, next) });
    changeView({ mode: next }, { replace: true });
  }
  return { mode, chooseMode };
}
