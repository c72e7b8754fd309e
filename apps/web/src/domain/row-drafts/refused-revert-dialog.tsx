import { Button, Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './review-dialog.module.css';
import { ChangeTable } from './change-table.tsx';
import type { RefusedRevert } from './use-revert.ts';

type RefusedRevertDialogProps = {
  refused: RefusedRevert;
  /** Takes back the rows nobody touched since. */
  onSkip: (setId: string) => void;
  onClose: () => void;
};

/** Rows that changed after the set: what it had made of them, and what they are now. */
export default function RefusedRevertDialog({
  refused,
  onSkip,
  onClose,
}: RefusedRevertDialogProps) {
  const { t } = useTranslation('row-drafts');
  const { changed, total, setId } = refused;
  return (
    <Modal
      opened
      onClose={onClose}
      size={720}
      title={t('refused.title', { count: total })}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <p className={classes.note}>{t('refused.line')}</p>
      <div className={classes.body}>
        <ul className={classes.changes}>
          {changed.map((row) => (
            <li key={`${row.schema} ${row.table} ${JSON.stringify(row.key)}`}>
              <h3>
                {row.table}
                <span>
                  {Object.entries(row.key)
                    .map(([name, value]) => `${name} = ${value}`)
                    .join(', ')}
                </span>
              </h3>
              {row.current ? (
                <ChangeTable before={row.expected ?? {}} after={row.current} />
              ) : (
                <p className={classes.note}>{t('refused.rowGone')}</p>
              )}
            </li>
          ))}
        </ul>
      </div>
      <footer className={classes.foot}>
        <Button variant="default" onClick={onClose}>
          {t('refused.leave')}
        </Button>
        <Button onClick={() => onSkip(setId)}>{t('refused.skip')}</Button>
      </footer>
    </Modal>
  );
}
