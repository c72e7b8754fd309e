import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ObjectItems } from '../objects/object-items.tsx';
import classes from './folder-page.module.css';
import { FolderState } from './folder-state.tsx';
import { ListHeader } from './list-header.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useFocusBack } from './use-focus-back.ts';
import type { FolderPageState } from './use-folder-page.ts';

/** The objects of the folder as tiles or lines, and what can be done with those selected. */
export function FolderObjects({ page, name }: { page: FolderPageState; name: string }) {
  const { t } = useTranslation('storage');
  const { bucket, folder, view, changeView, mode, listing, selected, commands } = page;
  const room = useRef<HTMLDivElement>(null);
  useFocusBack(
    room,
    page.dialog !== undefined || page.menu !== undefined || page.openPath !== undefined,
  );
  return (
    <div ref={room} className={classes.objects} aria-busy={listing.query.isFetching}>
      <FolderState
        listing={listing}
        folder={folder}
        mode={mode}
        filter={view.name}
        canWrite={bucket.canWrite}
        onClear={() => changeView({ name: '' }, { replace: true })}
        onFiles={page.upload}
      >
        <ObjectItems
          key={folder}
          bucket={bucket}
          label={t('objects', { folder: name })}
          mode={mode}
          items={listing.items}
          selection={page.selection}
          isOutdated={listing.isOutdated}
          header={
            mode === 'grid' && (
              <ListHeader view={view} onOrder={(change) => changeView(change, { replace: true })} />
            )
          }
          onSelect={page.select}
          onSelectAll={page.selectAll}
          onOpen={commands.open}
          onMenu={(_item, place) => page.setMenu(place)}
          onCommand={commands.runByKey}
          onNearEnd={listing.loadMore}
        />
      </FolderState>
      {selected.length > 0 && (
        <SelectionBar
          selected={selected}
          canWrite={bucket.canWrite}
          onCommand={commands.runOnSelected}
          onClear={page.clearSelection}
        />
      )}
    </div>
  );
}
