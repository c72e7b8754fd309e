import { useTranslation } from 'react-i18next';
import { errorParts } from '#ui/error-parts.ts';
import { ErrorState } from '#ui/error-state.tsx';

type SearchFailedProps = { error: unknown; onRetry: () => void; isRetrying: boolean };

/** What somebody typed can be wrong, and then trying again helps nobody. */
export function SearchFailed({ error, onRetry, isRetrying }: SearchFailedProps) {
  const { t } = useTranslation('replace');
  const { code = '' } = errorParts(error);
  const isTyped = /^E_(PATTERN|VALIDATION|SQL_)/.test(code);
  if (isTyped) return <ErrorState error={error} title={t('failed')} next={t('failedTyped')} />;
  return <ErrorState error={error} title={t('failed')} onRetry={onRetry} isRetrying={isRetrying} />;
}
