import type { SqlStatement } from '@causeway/contract/sql/lexer.ts';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isErrorBody } from '#platform/api/client.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { CopyButton } from '#ui/copy-button.tsx';
import { Icon } from '#ui/icon.tsx';
import { asksFiles } from './asks-files.ts';
import classes from './failed-run.module.css';

type FailedRunProps = {
  error: unknown;
  statement: SqlStatement;
  /** The whole text the statement stands in. */
  sql: string;
  onShow: (statement: SqlStatement, place?: number) => void;
  /** Names like one that is not known, where a click can write them. */
  meant?: ReactNode;
};

/** The database's own words, what it adds to them, and the way to the place. */
export function FailedRun({ error, statement, sql, onShow, meant }: FailedRunProps) {
  const { t } = useTranslation('sql');
  const details = isErrorBody(error) ? (error.details ?? {}) : {};
  const { position, sqlState, ...rest } = details;
  const message = errorText(error);
  const place = typeof position === 'number' ? position - 1 : undefined;
  const shown = ['detail', 'hint', 'constraint', 'table', 'column', 'why'].filter(
    (name) => typeof rest[name] === 'string',
  );
  return (
    <section className={classes.failed} role="alert">
      <Icon name="error" size={18} className={classes.icon ?? ''} />
      <div className={classes.text}>
        <p className={classes.message}>{message}</p>
        {sqlState === '42601' && asksFiles(statement.text) && (
          <p className={classes.detail}>
            <b>{t('failed.hint')}</b> {t('failed.files')}
          </p>
        )}
        {shown.map((name) => (
          <p key={name} className={classes.detail}>
            <b>{t(`failed.${name}`)}</b> {String(rest[name])}
          </p>
        ))}
        {meant}
        <div className={classes.end}>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() =>
              onShow(statement, place === undefined ? undefined : statement.from + place)
            }
          >
            {place === undefined
              ? t('failed.show')
              : t('failed.showLine', {
                  line: sql.slice(0, statement.from + place).split('\n').length,
                })}
          </Button>
          <CopyButton value={message} />
          {typeof sqlState === 'string' && isSqlState(sqlState) && (
            <span className={classes.state}>SQLSTATE {sqlState}</span>
          )}
        </div>
      </div>
    </section>
  );
}

/** Where no database answered there is a code of the network, which is in the message already. */
function isSqlState(code: string): boolean {
  return /^[0-9A-Z]{5}$/.test(code);
}
