import type { SqlStatement } from '@causeway/contract/sql/lexer.ts';
import { useTranslation } from 'react-i18next';
import { errorText } from '#platform/i18n/error-text.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import type { StatementRun } from '../run/run-store.ts';
import classes from './messages-view.module.css';

type MessagesViewProps = {
  runs: readonly StatementRun[];
  onShow: (statement: SqlStatement) => void;
};

/** What happened, statement by statement, and everything the database said meanwhile. */
export function MessagesView({ runs, onShow }: MessagesViewProps) {
  const { t } = useTranslation('sql');
  if (runs.length === 0) return <p className={classes.none}>{t('messages.none')}</p>;
  return (
    <ol className={classes.list}>
      {runs.map((run) => (
        <li key={run.key} className={classes.entry} data-state={run.state}>
          <button type="button" className={classes.statement} onClick={() => onShow(run.statement)}>
            {run.statement.text.split('\n', 1)[0]}
          </button>
          <Outcome run={run} />
          {run.result?.messages.map((message, place) => (
            // The same may be said twice.
            // oxlint-disable-next-line react/no-array-index-key
            <p key={place} className={classes.message}>
              <b>{message.severity}</b> {message.message}
              {message.detail && <span> {message.detail}</span>}
              {message.hint && <span> {message.hint}</span>}
            </p>
          ))}
        </li>
      ))}
    </ol>
  );
}

function Outcome({ run }: { run: StatementRun }) {
  const { t } = useTranslation('sql');
  const { number } = useFormats();
  const { result } = run;
  if (run.state === 'failed') return <p className={classes.error}>{errorText(run.error)}</p>;
  if (!result) return <p className={classes.outcome}>{t(`messages.${run.state}`)}</p>;
  return (
    <p className={classes.outcome}>
      {result.command}
      {' · '}
      {t('messages.rows', { count: result.rowCount, number: number(result.rowCount) })}
      {result.hasMore && ` · ${t('messages.cut')}`}
      {' · '}
      {`${number(Math.max(1, Math.round(result.milliseconds)))} ms`}
    </p>
  );
}
