import { ActionIcon, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import classes from '#domain/row-drafts/changes-bar.module.css';

type SelectionBarProps = {
  count: number;
  onBulk: () => void;
  onDuplicate: () => void;
  onDelete: () => void;
  /** For all rows that match, of which these are some; undefined where these are all. */
  onMatching?: (() => void) | undefined;
  onClear: () => void;
};

/** What can be done with the rows that are ticked; a finger has no right button. */
export function SelectionBar(props: SelectionBarProps) {
  const { count, onBulk, onDuplicate, onDelete, onMatching, onClear } = props;
  const { t } = useTranslation('edits');
  return (
    <section className={classes.bar} aria-label={t('selection.label')}>
      <div className={classes.line}>
        <span className={classes.count}>{t('selection.count', { count })}</span>
        <span className={classes.actions}>
          <Button size="compact-sm" variant="subtle" onClick={onBulk}>
            {t('selection.bulk')}
          </Button>
          <Button size="compact-sm" variant="subtle" onClick={onDuplicate}>
            {t('row.duplicate')}
          </Button>
          <Button size="compact-sm" variant="subtle" color="red" onClick={onDelete}>
            {t('selection.delete')}
          </Button>
          {onMatching && (
            <Button size="compact-sm" variant="subtle" onClick={onMatching}>
              {t('selection.matching')}
            </Button>
          )}
          <ActionIcon
            size={26}
            variant="subtle"
            color="gray"
            aria-label={t('selection.clear')}
            onClick={onClear}
          >
            <Icon name="close" size={14} />
          </ActionIcon>
        </span>
      </div>
    </section>
  );
}
