import { exploreModeOf, rememberExploreMode } from '@causeway/contract/settings/explore-modes.ts';
import { useLocation } from '@tanstack/react-router';
import { changeSetting, useSettings } from '#platform/settings/use-settings.ts';
import { folderModes, type FolderMode, type FolderView } from '../folder-view.ts';
import type { useFolderView } from '../use-folder-view.ts';

/** SET-4: what the address says, else what was chosen for this folder last, else rows. */
export function useFolderMode(
  view: FolderView,
  changeView: ReturnType<typeof useFolderView>['changeView'],
) {
  const { exploreModes } = useSettings();
  const href = useLocation({ select: ({ publicHref }) => publicHref });
  const remembered = exploreModeOf(exploreModes, href, 's3');
  const mode = view.mode ?? folderModes.find((known) => known === remembered) ?? 'grid';
  function chooseMode(next: FolderMode) {
    changeSetting({ exploreModes: rememberExploreMode(exploreModes, href, next) });
    changeView({ mode: next }, { replace: true });
  }
  return { mode, chooseMode };
}
