import { listingOrders, type ListingOrder } from '@causeway/contract/storage/objects.ts';
import { Button, Menu, SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { Icon } from '#ui/icon.tsx';
import { ToolButton } from '#ui/tool-button.tsx';
import { Breadcrumbs } from '../breadcrumbs.tsx';
import type { Bucket } from '../bucket.ts';
import { BucketMenu } from '../bucket-menu.tsx';
import classes from './folder-toolbar.module.css';
import {
  folderModes,
  iconsOfModes,
  startsDescending,
  type FolderMode,
  type FolderView,
} from '../folder-view.ts';
import { useExploreHref, useSearchHref } from '../use-folder-view.ts';
import { NameFilter } from './name-filter.tsx';
import { NewMenu, type NewMenuProps } from './new-menu.tsx';

const tool = {
  className: classes.button,
  size: 'compact-sm',
  variant: 'subtle',
  color: 'gray',
} as const;

type FolderToolbarProps = NewMenuProps & {
  bucket: Bucket;
  folder: string;
  view: FolderView;
  mode: FolderMode;
  isPanelOpen: boolean;
  isRefreshing: boolean;
  onView: (change: Partial<FolderView>) => void;
  onMode: (mode: FolderMode) => void;
  onRefresh: () => void;
  onTogglePanel: () => void;
};

export function FolderToolbar(props: FolderToolbarProps) {
  const { t } = useTranslation('storage');
  const { bucket, folder, view, mode, onView, onMode, onFiles, onNew } = props;
  const exploreHref = useExploreHref();
  const searchHref = useSearchHref();
  return (
    <header className={classes.toolbar}>
      <Breadcrumbs bucket={bucket} folder={folder} />
      <div className={classes.tools}>
        <NameFilter key={folder} name={view.name} onName={(name) => onView({ name })} />
        <Button
          {...tool}
          component={AppLink}
          href={searchHref(view.name, folder)}
          leftSection={<Icon name="search" />}
        >
          {t('screen.search')}
        </Button>
        <Button
          {...tool}
          component={AppLink}
          href={exploreHref(folder, { screen: 'trash' })}
          leftSection={<Icon name="trash" />}
        >
          {t('screen.trash')}
        </Button>
        {mode === 'tiles' && <OrderMenu view={view} onView={onView} />}
        <SegmentedControl
          size="xs"
          aria-label={t('mode.label')}
          value={mode}
          onChange={(next) => onMode(folderModes.find((known) => known === next) ?? mode)}
          data={folderModes.map((value) => ({
            value,
            label: (
              <span className={classes.mode} title={t(`mode.${value}`)}>
                <Icon name={iconsOfModes[value]} size={15} label={t(`mode.${value}`)} />
              </span>
            ),
          }))}
        />
        <ToolButton
          icon="refresh"
          label={t('refresh')}
          isLoading={props.isRefreshing}
          onClick={props.onRefresh}
        />
        <ToolButton
          icon="paneRight"
          label={t('details.toggle')}
          isPressed={props.isPanelOpen}
          onClick={props.onTogglePanel}
        />
        <BucketMenu
          folder={folder}
          isDeletedShown={view.deleted}
          onDeleted={(deleted) => onView({ deleted })}
        />
        {bucket.canWrite && <NewMenu onFiles={onFiles} onNew={onNew} />}
      </div>
    </header>
  );
}

type OrderMenuProps = Pick<FolderToolbarProps, 'view' | 'onView'>;

/** Tiles have no headings to click. */
function OrderMenu({ view, onView }: OrderMenuProps) {
  const { t } = useTranslation('storage');
  const choose = (order: ListingOrder) =>
    onView({
      order,
      descending: order === view.order ? !view.descending : startsDescending(order),
    });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          {...tool}
          leftSection={<Icon name={view.descending ? 'sortDescending' : 'sortAscending'} />}
        >
          {t(`order.${view.order}`)}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('order.label')}</Menu.Label>
        {listingOrders.map((order) => (
          <Menu.Item
            key={order}
            rightSection={
              order === view.order && (
                <Icon name={view.descending ? 'arrowDown' : 'arrowUp'} size={14} />
              )
            }
            onClick={() => choose(order)}
          >
            {t(`order.${order}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
