import { ActionIcon, Menu } from '@mantine/core';
import { Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import { tileMenuEntries } from './entries.ts';
import type { TileMenuEntryProps } from './tile-menu-entry.ts';

type Dialog = Parameters<TileMenuEntryProps['show']>[0];

/** What can be done with what a tile shows. */
export function TileMenu(props: Omit<TileMenuEntryProps, 'show'>) {
  const { t } = useTranslation('dashboards');
  const [dialog, setDialog] = useState<{ draw: Dialog }>();
  const shown: ReactNode = dialog?.draw(() => setDialog(undefined));
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon size={24} variant="subtle" aria-label={t('tile.menu', { name: props.title })}>
            <Icon name="more" size={15} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {tileMenuEntries.map((Entry) => (
            <Entry key={Entry.name} {...props} show={(draw) => setDialog({ draw })} />
          ))}
        </Menu.Dropdown>
      </Menu>
      {shown && <Suspense fallback={null}>{shown}</Suspense>}
    </>
  );
}
