import type { TableDetails } from '@causeway/contract/tables/details.ts';
import type { TableName } from '@causeway/contract/tables/names.ts';
import { NativeSelect, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TableChoice } from '#domain/connectors/table-choice.tsx';
import { tableQuery, type Source } from '../tables-query.ts';
import { ChangeDialog } from './change-dialog.tsx';
import { addReference, deleteRules } from './change-sql.ts';
import classes from './changes.module.css';

type ReferenceDialogProps = { source: Source; details: TableDetails; onClose: () => void };

/** A foreign key from one column to a key of another table. */
export function ReferenceDialog({ source, details, onClose }: ReferenceDialogProps) {
  const { t } = useTranslation('structure');
  const table = { schema: details.schema, table: details.name };
  const [column, setColumn] = useState<string>();
  const [schema, setSchema] = useState(details.schema);
  const [to, setTo] = useState<TableName>();
  const [chosenKey, setChosenKey] = useState<string>();
  const [rule, setRule] = useState<(typeof deleteRules)[number]>('no action');
  const { data: target } = useQuery({
    ...tableQuery(source, to ?? table),
    enabled: to !== undefined,
  });
  const keys = to && target ? singleKeysOf(target) : [];
  const key = chosenKey !== undefined && keys.includes(chosenKey) ? chosenKey : keys[0];
  const isComplete = column !== undefined && to !== undefined && key !== undefined;
  return (
    <ChangeDialog
      source={source}
      title={t('change.addReference')}
      statements={
        isComplete
          ? addReference(table, { columns: [column], to, toColumns: [key], onDelete: rule })
          : []
      }
      action={t('change.addReference')}
      onClose={onClose}
    >
      <Select
        data-autofocus
        label={t('change.referring')}
        searchable
        data={details.columns.map(({ name }) => name)}
        value={column ?? null}
        onChange={(value) => setColumn(value ?? undefined)}
      />
      <TableChoice
        source={source}
        schema={schema}
        table={to?.table}
        isOffered={({ kind }) => kind === 'table' || kind === 'partitioned'}
        error={to && target && keys.length === 0 && t('change.noKey')}
        onChange={setTo}
        onSchema={(next) => {
          setSchema(next);
          setTo(undefined);
        }}
      />
      <div className={classes.pair}>
        <NativeSelect
          label={t('change.referred')}
          disabled={keys.length === 0}
          data={keys}
          value={key ?? ''}
          onChange={({ currentTarget: { value } }) => setChosenKey(value)}
        />
        <NativeSelect
          label={t('change.onDelete')}
          data={deleteRules.map((value) => ({ value, label: t(`change.deleteRules.${value}`) }))}
          value={rule}
          onChange={({ currentTarget: { value } }) =>
            setRule(deleteRules.find((known) => known === value) ?? 'no action')
          }
        />
      </div>
    </ChangeDialog>
  );
}

/** What one column alone can refer to. */
function singleKeysOf({ primaryKey, uniqueKeys }: TableDetails): string[] {
  const keys = [...(primaryKey ? [primaryKey] : []), ...uniqueKeys].map(({ columns }) => columns);
  return [...new Set(keys.flatMap((columns) => (columns.length === 1 ? columns : [])))];
}
