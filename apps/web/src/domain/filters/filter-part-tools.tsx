import { ActionIcon } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import classes from './filter-form.module.css';
import type { Direction } from './filter-tree.ts';

type PartToolsProps = {
  isFirst: boolean;
  isLast: boolean;
  /** The button that was pressed before the part was drawn at another place. */
  focusOn: string | undefined;
  onMove: (direction: Direction) => void;
  onRemove: () => void;
};

/** What moves or removes a condition or a group. */
export function PartTools({ isFirst, isLast, focusOn, onMove, onRemove }: PartToolsProps) {
  const { t } = useTranslation('filters');
  const isAtEnd = { up: isFirst, down: isLast };
  return (
    <span className={classes.tools}>
      {(['up', 'down'] as const).map((direction) => (
        // Only marked as disabled: a button that can't be pressed any more would lose the focus.
        <ActionIcon
          key={direction}
          size={24}
          aria-label={t(`filter.move.${direction}`)}
          aria-disabled={isAtEnd[direction]}
          autoFocus={focusOn === direction}
          onClick={() => !isAtEnd[direction] && onMove(direction)}
        >
          <Icon name={direction === 'up' ? 'arrowUp' : 'arrowDown'} size={14} />
        </ActionIcon>
      ))}
      <ActionIcon size={24} aria-label={t('filter.removePart')} onClick={onRemove}>
        <Icon name="close" size={14} />
      </ActionIcon>
    </span>
  );
}
