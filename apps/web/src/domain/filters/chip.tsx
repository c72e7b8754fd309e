import { Popover, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import classes from './filter-chips.module.css';

type ChipProps = {
  text: ReactNode;
  removeLabel: string;
  onRemove: () => void;
  popover?: ReactNode;
  isPending?: boolean;
  isOpen?: boolean;
  onToggle: (isOpen: boolean) => void;
};

/** Something that narrows or orders the rows: pressed it opens or turns, its cross takes it away. */
export function Chip(props: ChipProps) {
  const { text, removeLabel, onRemove, popover, onToggle } = props;
  const { isPending = false, isOpen = false } = props;
  const face = (
    <button type="button" className={classes.face} onClick={() => onToggle(!isOpen)}>
      {text} {isPending && <PendingMark />}
    </button>
  );
  return (
    <span className={classes.chip}>
      {popover ? (
        <Popover opened={isOpen} onChange={onToggle} position="bottom-start" trapFocus returnFocus>
          <Popover.Target>{face}</Popover.Target>
          <Popover.Dropdown>{popover}</Popover.Dropdown>
        </Popover>
      ) : (
        face
      )}
      <button type="button" className={classes.remove} aria-label={removeLabel} onClick={onRemove}>
        <Icon name="close" size={12} />
      </button>
    </span>
  );
}

/** Edits were left without being applied. */
export function PendingMark() {
  const { t } = useTranslation('filters');
  return (
    <span className={classes.pending} title={t('filter.pending')}>
      <VisuallyHidden>{t('filter.pending')}</VisuallyHidden>
    </span>
  );
}
