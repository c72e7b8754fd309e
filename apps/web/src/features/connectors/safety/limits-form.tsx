import type { Connector } from '@causeway/contract/connectors/connectors.ts';
import { MOST_ROWS } from '@causeway/contract/sql/sql.ts';
import { Button, NumberInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChangeSettings } from '../connectors-query.ts';
import { Problem } from '../problem.tsx';
import classes from './limits-form.module.css';

const USUAL_SECONDS = 30;
const MOST_SECONDS = 600;

type LimitsFormProps = { connector: Connector; mayManage: boolean };

/** How much a statement that somebody writes may take; empty fields leave it as usual. */
export function LimitsForm({ connector, mayManage }: LimitsFormProps) {
  const { t } = useTranslation('connectors');
  const change = useChangeSettings(connector);
  const { rowLimit, timeoutSeconds } = connector.settings;
  const [rows, setRows] = useState<number | string>(rowLimit ?? '');
  const [seconds, setSeconds] = useState<number | string>(timeoutSeconds ?? '');
  const isChanged = numberIn(rows) !== rowLimit || numberIn(seconds) !== timeoutSeconds;
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate({
          rowLimit: numberIn(rows) ?? null,
          timeoutSeconds: numberIn(seconds) ?? null,
        });
      }}
    >
      <NumberInput
        name="rowLimit"
        label={t('limits.rows')}
        description={t('limits.rowsLine')}
        placeholder={String(MOST_ROWS)}
        min={1}
        max={MOST_ROWS}
        clampBehavior="strict"
        allowDecimal={false}
        disabled={!mayManage}
        value={rows}
        onChange={setRows}
      />
      <NumberInput
        name="timeoutSeconds"
        label={t('limits.seconds')}
        description={t('limits.secondsLine')}
        placeholder={String(USUAL_SECONDS)}
        min={1}
        max={MOST_SECONDS}
        clampBehavior="strict"
        allowDecimal={false}
        disabled={!mayManage}
        value={seconds}
        onChange={setSeconds}
      />
      <Problem error={change.error} />
      {mayManage && (
        <div>
          <Button type="submit" disabled={!isChanged} loading={change.isPending}>
            {t('save')}
          </Button>
        </div>
      )}
    </form>
  );
}

function numberIn(value: number | string): number | undefined {
  return value === '' ? undefined : Number(value);
}
