import { sqlEditorRoutes } from '@causeway/contract/sql/editor.ts';
import { sqlRoutes } from '@causeway/contract/sql/sql.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { CopyButton } from '#ui/copy-button.tsx';
import { createResultRows } from '../results/result-rows.ts';
import { RowsToRead } from '../results/rows-to-read.tsx';
import classes from './live-side.module.css';
import { missingPart } from './missing-part.ts';
import type { Wizard } from './use-wizard.ts';
import { isWriting } from './wizard-state.ts';

const SAMPLE_ROWS = 20;
const PAUSE_MS = 350;

type LiveSideProps = { connectorId: string; wizard: Wizard };

/** The SQL as it becomes, and twenty rows of what it finds. A write only says what it would reach. */
export function LiveSide({ connectorId, wizard: { sql, state, table } }: LiveSideProps) {
  const { t } = useTranslation('sql');
  const missing = missingPart(state, table);
  return (
    <aside className={classes.side} aria-label={t('wizard.live')}>
      <div className={classes.head}>
        <h2>{t('wizard.sql')}</h2>
        {sql && <CopyButton value={sql} />}
      </div>
      {sql === undefined ? (
        <p className={classes.missing}>
          {missing ? t(`wizard.needs.${missing}`) : t('wizard.incomplete')}
        </p>
      ) : (
        <pre className={classes.sql}>{sql}</pre>
      )}
      {sql !== undefined &&
        (isWriting(state.template) ? (
          <Reach connectorId={connectorId} sql={sql} isInsert={state.template === 'insert'} />
        ) : (
          <Sample connectorId={connectorId} sql={sql} />
        ))}
    </aside>
  );
}

function Sample({ connectorId, sql }: { connectorId: string; sql: string }) {
  const { t } = useTranslation('sql');
  const [asked] = useDebouncedValue(sql, PAUSE_MS);
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['queries', connectorId, 'sample', asked],
    queryFn: ({ signal }) =>
      api.call(
        sqlRoutes.read,
        { body: { connector: { id: connectorId }, sql: asked, rowLimit: SAMPLE_ROWS } },
        { signal },
      ),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });
  const rows = useMemo(
    () =>
      data &&
      createResultRows({ loadedRows: data.rows.length, rows: data.rows }, () =>
        Promise.resolve([]),
      ),
    [data],
  );
  return (
    <>
      <div className={classes.head}>
        <h2>{t('wizard.sample', { count: SAMPLE_ROWS })}</h2>
      </div>
      {error ? (
        <p className={classes.error} role="alert">
          {errorText(error)}
        </p>
      ) : (
        <div className={classes.rows} aria-busy={isPlaceholderData}>
          {data && rows && rows.length > 0 && (
            <RowsToRead
              key={asked}
              label={t('wizard.sampleLabel')}
              fields={data.fields}
              rows={rows}
              source={null}
            />
          )}
          {data && rows?.length === 0 && <p className={classes.none}>{t('results.noRows')}</p>}
        </div>
      )}
    </>
  );
}

type ReachProps = { connectorId: string; sql: string; isInsert: boolean };

/** With its parameters still open, the rows are those its condition finds. */
function Reach({ connectorId, sql, isInsert }: ReachProps) {
  const { t } = useTranslation('sql');
  const { number } = useFormats();
  const [asked] = useDebouncedValue(sql, PAUSE_MS);
  const { data, error } = useQuery({
    queryKey: ['queries', connectorId, 'reach', asked],
    queryFn: ({ signal }) =>
      api.call(
        sqlEditorRoutes.preview,
        { body: { connector: { id: connectorId }, sql: reachOf(asked) } },
        { signal },
      ),
    enabled: !isInsert,
    gcTime: 60_000,
  });
  if (isInsert) return <p className={classes.none}>{t('wizard.insertHint')}</p>;
  if (error) return <p className={classes.error}>{errorText(error)}</p>;
  if (!data) return null;
  return (
    <div className={classes.reach}>
      <p>
        <b>{t('wizard.reach', { count: data.rowCount, number: number(data.rowCount) })}</b>
      </p>
      <p>{t('wizard.reachHint')}</p>
    </div>
  );
}

/** The condition alone decides whom a write reaches: each column is set to what it is. */
function reachOf(sql: string): string {
  return sql.replace(/^set .*$/m, (line) =>
    line.replaceAll(/("(?:[^"]|"")+"|[a-z_][\w$]*) = :\w+/g, '$1 = $1'),
  );
}
