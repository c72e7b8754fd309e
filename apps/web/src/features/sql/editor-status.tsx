import type { StatementCheck } from '@causeway/contract/sql/editor.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { Icon } from '#ui/icon.tsx';
import classes from './editor-status.module.css';
import type { TabRuns } from './run/run-store.ts';

type EditorStatusProps = {
  sql: string;
  cursor: number;
  check: StatementCheck | undefined;
  runs: TabRuns;
  /** Nothing is written from this tab: by role, by the connector or by its lock. */
  isReadOnly: boolean;
  isKept: boolean;
  /** What the saved query of this tab is to its text; undefined where it is none's. */
  saved: 'saved' | 'edited' | undefined;
  problem: unknown;
};

/** What the planner expects of the statement being typed, where the cursor is, and whether all is kept. */
export function EditorStatus(props: EditorStatusProps) {
  const { sql, cursor, check, runs, isReadOnly, isKept, saved, problem } = props;
  const { t, i18n } = useTranslation('sql');
  const { number } = useFormats();
  const before = sql.slice(0, cursor);
  const line = before.split('\n').length;
  const column = cursor - before.lastIndexOf('\n');
  const short = new Intl.NumberFormat(i18n.language, {
    notation: 'compact',
    maximumSignificantDigits: 3,
  });
  const keptText = {
    saved: t('status.saved'),
    edited: t('status.edited'),
    draft: t('status.kept'),
  }[saved ?? 'draft'];
  const result = runs.runs[runs.shown]?.result;
  const isRefused = isReadOnly && check !== undefined && check.kind !== '' && !check.isReading;
  return (
    <section className={classes.bar} aria-label={t('status.label')}>
      {check?.problem ? (
        <span className={classes.problem} title={check.problem.message}>
          <Icon name="error" size={13} /> {check.problem.message}
        </span>
      ) : (
        check?.estimate &&
        !isRefused && (
          <span title={t('status.estimateHint')}>
            {t('status.estimate', {
              count: check.estimate.rows,
              rows: short.format(check.estimate.rows),
              cost: short.format(check.estimate.cost),
            })}
          </span>
        )
      )}
      {runs.transaction && check && (check.problem || check.estimate) && (
        <span>{t('status.committed')}</span>
      )}
      {isRefused && !check.problem && (
        <span className={classes.danger}>
          <Icon name="lock" size={13} /> {t('status.onlyReads')}
        </span>
      )}
      {check && !isRefused && check.dangers.length > 0 && (
        <span className={classes.danger}>
          <Icon name="warning" size={13} /> {t('status.danger')}
        </span>
      )}
      <span className={classes.end}>
        {result && <span>{`${number(Math.max(1, Math.round(result.milliseconds)))} ms`}</span>}
        <span className={classes.place}>{t('status.place', { line, column })}</span>
        <span className={classes.kept} data-problem={problem !== undefined || undefined}>
          {problem !== undefined ? t('status.notKept') : isKept ? keptText : t('status.keeping')}
        </span>
      </span>
    </section>
  );
}
