import { Button, Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './leave-dialog.module.css';

type LeaveDialogProps = {
  changedCount: number;
  onStay: () => void;
  onDiscard: () => void;
  onLeave: () => void;
};

/** Leaving a row with edits: they can wait in the draft of the table, or be thrown away. */
export default function LeaveDialog({
  changedCount,
  onStay,
  onDiscard,
  onLeave,
}: LeaveDialogProps) {
  const { t } = useTranslation('edits');
  return (
    <Modal
      opened
      onClose={onStay}
      size={540}
      title={t('leave.title', { count: changedCount })}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <p className={classes.line}>{t('leave.line')}</p>
      <div className={classes.foot}>
        <Button variant="subtle" color="red" onClick={onDiscard}>
          {t('leave.discard')}
        </Button>
        <Button variant="default" onClick={onStay}>
          {t('leave.stay')}
        </Button>
        <Button data-autofocus onClick={onLeave}>
          {t('leave.keep')}
        </Button>
      </div>
    </Modal>
  );
}
