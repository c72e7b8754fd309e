import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { errorText } from '#platform/i18n/error-text.ts';

type SavingFailedProps = { problem: unknown; isSaving: boolean; onRetry: () => void };

/** Stays above the text as long as it holds: a message that goes by itself would be missed. */
export function SavingFailed({ problem, isSaving, onRetry }: SavingFailedProps) {
  const { t } = useTranslation('storage');
  return (
    <>
      <span role="alert">{t('edit.notSaved', { reason: errorText(problem) })}</span>
      <Button size="compact-xs" variant="default" loading={isSaving} onClick={onRetry}>
        {t('edit.saveAgain')}
      </Button>
    </>
  );
}
