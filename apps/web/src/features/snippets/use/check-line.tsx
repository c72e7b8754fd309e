import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '#platform/i18n/error-text.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { Icon, type IconName } from '#ui/icon.tsx';
import classes from './check-line.module.css';
import type { Checked } from './use-statement-check.ts';

type CheckLineProps = {
  missing: string[];
  isMapped: boolean;
  check: UseQueryResult<Checked>;
};

/** What the reader's database says about the statement, before anything runs. */
export function CheckLine({ missing, isMapped, check }: CheckLineProps) {
  const { t } = useTranslation('snippets');
  const { number } = useFormats();
  if (missing.length > 0) {
    return <Line tone="open" icon="info" text={t('use.missing', { names: missing.join(', ') })} />;
  }
  if (!isMapped || check.isPending) {
    return <Line tone="open" icon="clock" text={t('use.checking')} />;
  }
  if (check.error) return <Line tone="bad" icon="error" text={errorText(check.error)} />;
  const { problem, estimate } = check.data;
  if (problem !== undefined) return <Line tone="bad" icon="error" text={problem} />;
  const rows = estimate && t('use.estimate', { count: estimate.rows, rows: number(estimate.rows) });
  return <Line tone="good" icon="success" text={[t('use.fits'), rows].filter(Boolean).join(' ')} />;
}

type LineProps = { tone: 'good' | 'bad' | 'open'; icon: IconName; text: string };

function Line({ tone, icon, text }: LineProps) {
  return (
    <output className={classes.line} data-tone={tone}>
      <Icon name={icon} size={15} /> <span>{text}</span>
    </output>
  );
}
