import type { Tile } from '@causeway/contract/dashboards/dashboards.ts';
import { ActionIcon, Menu } from '@mantine/core';
import { Suspense, useState, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import { CommentsEntry } from '../outside-entries.tsx';
import { tileMenuEntries } from './entries.ts';
import { PictureEntry } from '../picture-entry.tsx';
import type { TileMenuEntryProps } from './tile-menu-entry.ts';

type Dialog = Parameters<TileMenuEntryProps['show']>[0];

/** What can be done with what a tile shows. */
export function TileMenu(props: Omit<TileMenuEntryProps, 'show'>) {
  return (
    <MenuOf name={props.title}>
      {(show) => tileMenuEntries.map((Entry) => <Entry key={Entry.name} {...props} show={show} />)}
    </MenuOf>
  );
}

type PlainTileMenuProps = { tile: Tile; title: string; frame: RefObject<HTMLElement | null> };

/** Of a tile that asks nothing. */
export function PlainTileMenu(props: PlainTileMenuProps) {
  return (
    <MenuOf name={props.title}>
      {(show) => (
        <>
          <PictureEntry {...props} where={[]} />
          <CommentsEntry {...props} show={show} />
        </>
      )}
    </MenuOf>
  );
}

type MenuOfProps = { name: string; children: (show: (draw: Dialog) => void) => ReactNode };

function MenuOf({ name, children }: MenuOfProps) {
  const { t } = useTranslation('dashboards');
  const [dialog, setDialog] = useState<{ draw: Dialog }>();
  const shown: ReactNode = dialog?.draw(() => setDialog(undefined));
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon size={24} variant="subtle" aria-label={t('tile.menu', { name })}>
            <Icon name="more" size={15} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>{children((draw) => setDialog({ draw }))}</Menu.Dropdown>
      </Menu>
      {shown && <Suspense fallback={null}>{shown}</Suspense>}
    </>
  );
}
