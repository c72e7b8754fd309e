import { Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { returnFocus } from '#platform/theme/return-focus.ts';
import { Icon } from '#ui/icon.tsx';
import classes from './mark-menu.module.css';

type MarkMenuProps = {
  /** Where it was asked for, on the screen. */
  place: { x: number; y: number };
  onFilter: (() => void) | undefined;
  onRows: () => void;
  onClose: () => void;
};

/** What can be done with one mark of a chart, whatever a plain click on it does. */
export function MarkMenu({ place, onFilter, onRows, onClose }: MarkMenuProps) {
  const { t } = useTranslation('dashboards');
  return (
    <Menu opened onClose={onClose} position="bottom-start" trapFocus withinPortal>
      <Menu.Target>
        <span className={classes.place} style={{ left: place.x, top: place.y }}>
          {/* Gone as soon as it closes, the menu itself gives no focus back. */}
          <span ref={returnFocus} />
        </span>
      </Menu.Target>
      <Menu.Dropdown>
        {onFilter && (
          <Menu.Item leftSection={<Icon name="filter" />} onClick={onFilter}>
            {t('behind.filter')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<Icon name="table" />} onClick={onRows}>
          {t('behind.open')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
