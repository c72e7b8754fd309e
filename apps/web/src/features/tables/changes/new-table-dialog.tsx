import { ActionIcon, Button, Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useScopedHref } from '#platform/current-project/use-current-project.ts';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import { Icon } from '#ui/icon.tsx';
import { tablePath } from '../table-name.ts';
import type { Source } from '../tables-query.ts';
import { ChangeDialog } from './change-dialog.tsx';
import { createTable, type ColumnDraft } from './change-sql.ts';
import classes from './changes.module.css';
import { TypeField } from './type-field.tsx';

type Row = ColumnDraft & { key: string };

const rowOf = (column: Partial<ColumnDraft>): Row => ({
  key: crypto.randomUUID(),
  name: '',
  type: 'text',
  isNullable: true,
  defaultValue: '',
  comment: '',
  ...column,
});

/** How most tables begin: a key that numbers itself, and when the row came. */
const beginning = (): Row[] => [
  rowOf({ name: 'id', type: 'bigint generated always as identity' }),
  rowOf({}),
  rowOf({ name: 'created_at', type: 'timestamptz', isNullable: false, defaultValue: 'now()' }),
];

type NewTableDialogProps = { source: Source; schema: string; onClose: () => void };

export default function NewTableDialog({ source, schema, onClose }: NewTableDialogProps) {
  const { t } = useTranslation('structure');
  const scopedHref = useScopedHref();
  const openHref = useOpenHref();
  const [name, setName] = useState('');
  const [comment, setComment] = useState('');
  const [columns, setColumns] = useState(beginning);
  const table = { schema, table: name.trim() };
  const named = columns.filter((column) => column.name.trim() !== '');
  const isComplete =
    table.table !== '' && named.length > 0 && named.every(({ type }) => type.trim() !== '');
  const set = (key: string, change: Partial<ColumnDraft>) =>
    setColumns(columns.map((one) => (one.key === key ? { ...one, ...change } : one)));
  return (
    <ChangeDialog
      source={source}
      title={t('change.newTableIn', { schema })}
      statements={isComplete ? createTable(table, named, comment) : []}
      action={t('change.newTable')}
      onDone={() => openHref(scopedHref(tablePath(table)))}
      onClose={onClose}
    >
      <div className={classes.pair}>
        <TextInput
          data-autofocus
          label={t('name')}
          value={name}
          onChange={({ currentTarget: { value } }) => setName(value)}
        />
        <TextInput
          label={t('comment')}
          value={comment}
          onChange={({ currentTarget: { value } }) => setComment(value)}
        />
      </div>
      <div>
        <p className={classes.heading}>{t('columns')}</p>
        <ul className={classes.columns}>
          {columns.map(({ key, ...column }, place) => (
            <li key={key} className={classes.column}>
              <TextInput
                className={classes.code}
                aria-label={t('change.nameOf', { place: place + 1 })}
                placeholder={t('name')}
                value={column.name}
                onChange={({ currentTarget: { value } }) => set(key, { name: value })}
              />
              <TypeField
                label={t('change.typeOf', { place: place + 1 })}
                value={column.type}
                onChange={(type) => set(key, { type })}
              />
              {named[0] === columns[place] ? (
                <span className={classes.keyMark}>{t('rules.primary key')}</span>
              ) : (
                <Checkbox
                  label={t('change.required')}
                  checked={!column.isNullable}
                  onChange={({ currentTarget: { checked } }) => set(key, { isNullable: !checked })}
                />
              )}
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('change.leaveOut', { place: place + 1 })}
                onClick={() => setColumns(columns.filter((one) => one.key !== key))}
              >
                <Icon name="close" size={14} />
              </ActionIcon>
            </li>
          ))}
        </ul>
        <Button
          mt="xs"
          size="compact-sm"
          variant="subtle"
          leftSection={<Icon name="plus" size={14} />}
          onClick={() => setColumns([...columns, rowOf({})])}
        >
          {t('change.addColumn')}
        </Button>
      </div>
    </ChangeDialog>
  );
}
