import type { Connector } from '@causeway/contract/connectors/connectors.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { StatusDot } from '#ui/status-dot.tsx';
import classes from './connector-status.module.css';
import { failedStepOf, toneOf } from './connection/kinds.ts';

type ConnectorStatusProps = { connector: Connector; isTesting: boolean };

/** What the last check found, and when. */
export function ConnectorStatus({ connector, isTesting }: ConnectorStatusProps) {
  const { t } = useTranslation('connectors');
  const formats = useFormats();
  const { lastCheck } = connector;
  const failed = failedStepOf(lastCheck);
  if (isTesting) return <StatusDot tone="busy" label={t('status.testing')} />;
  if (!lastCheck) return <StatusDot tone="idle" label={t('status.never')} />;
  const label = failed
    ? t('status.failed', { step: t(`check.step.${failed.step}`) })
    : t('status.ok');
  return (
    <span className={classes.status}>
      <StatusDot tone={toneOf(lastCheck)} label={label} />
      <time className={classes.time} dateTime={lastCheck.at} title={formats.dateTime(lastCheck.at)}>
        {formats.ago(lastCheck.at)}
      </time>
    </span>
  );
}
