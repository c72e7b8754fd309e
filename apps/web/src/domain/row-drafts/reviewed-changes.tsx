import type { DraftChange } from '@causeway/contract/tables/edits.ts';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { ChangeTable } from './change-table.tsx';
import classes from './review-dialog.module.css';

/** Longer drafts are saved whole, and looked at by their beginning. */
export const MOST_SHOWN = 300;

type ReviewedChangesProps = {
  changes: DraftChange[];
  pageOf: ((change: DraftChange) => string | undefined) | undefined;
  onUndo: (change: DraftChange) => void;
};

/** Each change with its old value, a way to its row, and a way back. */
export function ReviewedChanges({ changes, pageOf, onUndo }: ReviewedChangesProps) {
  const { t } = useTranslation('row-drafts');
  return (
    <ul className={classes.changes}>
      {changes.slice(0, MOST_SHOWN).map((change) => (
        <li key={change.ref}>
          <div className={classes.row}>
            <h3 data-kind={change.kind}>
              {t(`mark.${change.kind}`)}
              {change.kind !== 'insert' && <span>{keyText(change.key)}</span>}
            </h3>
            <RowLink href={pageOf?.(change)} />
            <Button
              size="compact-xs"
              variant="default"
              aria-label={t('review.undoRow')}
              onClick={() => onUndo(change)}
            >
              {t('review.undo')}
            </Button>
          </div>
          <ChangeTable
            before={change.kind === 'insert' ? undefined : change.base}
            after={change.kind === 'delete' ? undefined : change.values}
          />
        </li>
      ))}
      {changes.length > MOST_SHOWN && (
        <li className={classes.more}>{t('review.more', { count: changes.length - MOST_SHOWN })}</li>
      )}
    </ul>
  );
}

function RowLink({ href }: { href: string | undefined }) {
  const { t } = useTranslation('row-drafts');
  if (!href) return null;
  return (
    <Button component={AppLink} href={href} size="compact-xs" variant="subtle">
      {t('openRow')}
    </Button>
  );
}

function keyText(key: Record<string, string>): string {
  return Object.entries(key)
    .map(([name, value]) => `${name} = ${value}`)
    .join(', ');
}
