import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { useFilling } from './use-filling.ts';

type UnlessFillingProps = { connectorId: string; children: ReactNode };

/** Nothing is here yet, rather than nothing at all: the sample workspace is still being filled. */
export function UnlessFilling({ connectorId, children }: UnlessFillingProps) {
  const { t } = useTranslation('domain');
  const { percent } = useFormats();
  const part = useFilling(connectorId);
  if (part === undefined) return children;
  return (
    <div aria-live="polite">
      <EmptyState
        icon="clock"
        title={t('filling.title', { part: percent(part) })}
        line={t('filling.line')}
      />
    </div>
  );
}
