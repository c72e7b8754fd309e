import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useScopedHref } from '#platform/current-project/use-current-project.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';
import { bucketScreens, type BucketScreen } from './folder-view.ts';
import { useExploreHref } from './use-folder-view.ts';

export const iconsOfScreens: Record<BucketScreen, IconName> = {
  search: 'search',
  usage: 'treemap',
  duplicates: 'files',
  trash: 'trash',
};

type BucketMenuProps = {
  folder: string;
  isDeletedShown: boolean;
  onDeleted: (isShown: boolean) => void;
};

/** Ways to look at the whole bucket instead of one folder, and to change many of its texts. */
export function BucketMenu({ folder, isDeletedShown, onDeleted }: BucketMenuProps) {
  const { t } = useTranslation('storage');
  const exploreHref = useExploreHref();
  const scopedHref = useScopedHref();
  return (
    <Menu position="bottom-end">
      <Tooltip label={t('screen.menu')}>
        <Menu.Target>
          <ActionIcon size={28} aria-label={t('screen.menu')}>
            <Icon name="more" />
          </ActionIcon>
        </Menu.Target>
      </Tooltip>
      <Menu.Dropdown>
        {bucketScreens.map((screen) => (
          <Menu.Item
            key={screen}
            component={AppLink}
            href={exploreHref(folder, { screen })}
            leftSection={<Icon name={iconsOfScreens[screen]} size={14} />}
          >
            {t(`screen.${screen}`)}
          </Menu.Item>
        ))}
        <Menu.Item
          component={AppLink}
          href={`${scopedHref('/sql/replace')}&${new URLSearchParams(folder === '' ? {} : { folder })}`}
          leftSection={<Icon name="replace" size={14} />}
        >
          {t('screen.replace')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          leftSection={<Icon name="history" size={14} />}
          onClick={() => onDeleted(!isDeletedShown)}
        >
          {t(isDeletedShown ? 'deleted.hide' : 'deleted.show')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
