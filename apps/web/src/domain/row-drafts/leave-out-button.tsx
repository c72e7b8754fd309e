import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { DraftStore } from './draft-store.ts';
import type { Unfit } from './use-unfit.ts';

type LeaveOutButtonProps = { unfit: Unfit; store: DraftStore };

/** Leaves out what can not be saved any more, where that is known; one step of undo. */
export function LeaveOutButton({ unfit: { leaveOut }, store }: LeaveOutButtonProps) {
  const { t } = useTranslation('row-drafts');
  if (!leaveOut) return null;
  return (
    <Button size="compact-xs" variant="default" flex="none" onClick={() => store.stage(leaveOut)}>
      {t('bar.leaveOut')}
    </Button>
  );
}
