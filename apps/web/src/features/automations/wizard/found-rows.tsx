import { sqlRoutes } from '@causeway/contract/sql/sql.ts';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { SimpleTable } from '#ui/simple-table.tsx';
import classes from './wizard.module.css';

const SHOWN = 5;

/** What the query finds right now, so that nobody publishes a guess. */
export function FoundRows({ connectorId, sql }: { connectorId: string; sql: string }) {
  const { t } = useTranslation('automations');
  const look = useMutation({
    mutationFn: () =>
      api.call(sqlRoutes.read, { body: { sql, connector: { id: connectorId }, rowLimit: 100 } }),
  });
  const { data } = look;
  return (
    <div className={classes.found}>
      <div>
        <Button
          variant="default"
          size="compact-sm"
          disabled={sql.trim() === ''}
          loading={look.isPending}
          onClick={() => look.mutate()}
        >
          {t('wizard.look')}
        </Button>
      </div>
      {look.error && (
        <p className={classes.problem} role="alert">
          {errorText(look.error)}
        </p>
      )}
      {data && (
        <>
          <output className={classes.hint}>{t('wizard.found', { count: data.rows.length })}</output>
          {data.rows.length > 0 && (
            <SimpleTable
              label={t('wizard.look')}
              rows={data.rows.slice(0, SHOWN)}
              rowKey={(_row, place) => place}
              columns={data.fields.map((field, place) => ({
                key: `${place} ${field.name}`,
                header: field.name,
                render: (row: unknown) => String((row as unknown[])[place] ?? 'NULL'),
              }))}
            />
          )}
        </>
      )}
    </div>
  );
}
