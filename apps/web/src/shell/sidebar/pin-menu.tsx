import { Menu } from '@mantine/core';
import { cloneElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import type { Trigger } from '../on-demand.tsx';
import { useFirstOpening } from '../use-first-opening.ts';

type PinMenuProps = {
  trigger: Trigger;
  place: number;
  count: number;
  onRename: () => void;
  onMove: (step: -1 | 1) => void;
  onRemove: () => void;
};

export default function PinMenu(props: PinMenuProps) {
  const { trigger, place, count, onRename, onMove, onRemove } = props;
  const { t } = useTranslation('shell');
  const { ref, isOpen, setOpen } = useFirstOpening();
  return (
    <Menu position="bottom-end" opened={isOpen} onChange={setOpen} returnFocus>
      <Menu.Target>{cloneElement(trigger, { ref })}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Icon name="edit" />} onClick={onRename}>
          {t('pins.rename')}
        </Menu.Item>
        <Menu.Item
          leftSection={<Icon name="arrowUp" />}
          disabled={place === 0}
          onClick={() => onMove(-1)}
        >
          {t('pins.up')}
        </Menu.Item>
        <Menu.Item
          leftSection={<Icon name="arrowDown" />}
          disabled={place === count - 1}
          onClick={() => onMove(1)}
        >
          {t('pins.down')}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="pinOff" />} onClick={onRemove}>
          {t('pins.remove')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
