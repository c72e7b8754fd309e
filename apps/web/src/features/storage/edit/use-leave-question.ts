import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useUnsavedWork } from '#platform/navigation/unsaved-work.ts';
import { confirmDialog } from '#ui/confirm-dialog.ts';

/** Leaving asks, but only while something would be lost. */
export function useLeaveQuestion(isDirty: boolean): void {
  const { t } = useTranslation('storage');
  useUnsavedWork(isDirty);
  useBlocker({
    disabled: !isDirty,
    enableBeforeUnload: false,
    shouldBlockFn: async ({ current, next }) => {
      // Another view of the same file takes its text along.
      if (current.pathname === next.pathname) return false;
      const isConfirmed = await confirmDialog({
        title: t('edit.leaveTitle'),
        losses: [t('edit.leaveLoss')],
        confirmLabel: t('edit.leave'),
      });
      return !isConfirmed;
    },
  });
}
