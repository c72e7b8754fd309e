import { useMediaQuery } from '@mantine/hooks';
import { DeletedNotice } from '../deleted/deleted-notice.tsx';
import { Lightbox } from '../details/lightbox.tsx';
import { FolderDialog } from '../dialogs/folder-dialog.tsx';
import { shownName } from '../keys.ts';
import { ObjectMenu } from '../objects/object-menu.tsx';
import { FoundElsewhere } from '../whole-bucket/found-elsewhere.tsx';
import { DropZone } from './drop-zone.tsx';
import { FolderObjects } from './folder-objects.tsx';
import classes from './folder-page.module.css';
import { FolderPanel } from './folder-panel.tsx';
import { FolderStatus } from './folder-status.tsx';
import { FolderToolbar } from './folder-toolbar.tsx';
import { type FolderPageState, type OpenedFolder, useFolderPage } from './use-folder-page.ts';

/** A folder of a bucket: what is in it, and what can be done with it. */
export function FolderPage(opened: OpenedFolder) {
  const page = useFolderPage(opened);
  const { bucket, folder, view, changeView, listing, selected } = page;
  const { isRefetching, isFetchingNextPage } = listing.query;
  const isNarrow = useMediaQuery('(max-width: 767px)', undefined, {
    getInitialValueInEffect: false,
  });
  const name = folder === '' ? bucket.name : shownName(folder);
  return (
    <DropZone target={name} isEnabled={bucket.canWrite} onFiles={page.upload}>
      <FolderToolbar
        bucket={bucket}
        folder={folder}
        view={view}
        mode={page.mode}
        isPanelOpen={page.isPanelOpen}
        isRefreshing={isRefetching && !isFetchingNextPage}
        onView={(change) => changeView(change, { replace: true })}
        onMode={page.chooseMode}
        onRefresh={page.refresh}
        onTogglePanel={page.togglePanel}
        onFiles={page.upload}
        onNew={(kind) => page.setDialog({ kind })}
      />
      <FoundElsewhere bucket={bucket} folder={folder} text={view.name} />
      {view.deleted && (
        <DeletedNotice
          deleted={listing.deleted}
          folder={folder}
          count={listing.items.length - listing.listed.length}
          onHide={() => changeView({ deleted: false })}
        />
      )}
      <div className={classes.body}>
        <FolderObjects page={page} name={name} />
        {page.isPanelOpen && (
          <FolderPanel
            bucket={bucket}
            selected={selected}
            isNarrow={isNarrow}
            onClose={page.closePanel}
          />
        )}
      </div>
      <FolderStatus
        bucket={bucket}
        folder={folder}
        listing={listing}
        selectedCount={selected.length}
      />
      <Over page={page} />
    </DropZone>
  );
}

/** What opens over the folder. */
function Over({ page }: { page: FolderPageState }) {
  const { bucket, folder, openPath, dialog, menu, commands, listing } = page;
  return (
    <>
      {menu && (
        <ObjectMenu
          place={menu}
          selected={page.selected}
          canWrite={bucket.canWrite}
          onCommand={commands.runOnSelected}
          onClose={() => page.setMenu(undefined)}
        />
      )}
      {openPath !== undefined && (
        <Lightbox
          bucket={bucket}
          path={openPath}
          items={listing.listed}
          onPath={commands.showLarge}
          onCommand={commands.runOnLarge}
          onClose={commands.closeLarge}
        />
      )}
      {dialog && (
        <FolderDialog
          bucket={bucket}
          folder={folder}
          dialog={dialog}
          onClose={() => page.setDialog(undefined)}
        />
      )}
    </>
  );
}
