import type { TableColumn } from '@causeway/contract/tables/details.ts';
import type { TableName } from '@causeway/contract/tables/names.ts';
import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TableStructure } from '@causeway/contract/tables/structure.ts';
import type { Source } from '../tables-query.ts';
import { ChangeDialog } from './change-dialog.tsx';
import { plannedForColumn } from './change-impact.ts';
import { addColumn, changeColumn, draftOf, type ColumnDraft } from './change-sql.ts';
import classes from './changes.module.css';
import { findShorter } from './shorter-type.ts';
import { TypeField } from './type-field.tsx';
import { useLossCheck } from './use-loss-check.ts';

const empty: ColumnDraft = {
  name: '',
  type: 'text',
  isNullable: true,
  defaultValue: '',
  comment: '',
};

type ColumnDialogProps = {
  source: Source;
  table: TableName;
  /** Undefined for a new one. */
  column: TableColumn | undefined;
  usedBy: TableStructure['usedBy'];
  onClose: () => void;
};

/** Adds a column, or changes one. */
export function ColumnDialog({ source, table, column, usedBy, onClose }: ColumnDialogProps) {
  const { t } = useTranslation('structure');
  const refuseLosses = useLossCheck(source, table);
  const [draft, setDraft] = useState(column ? draftOf(column) : empty);
  const [cuts, setCuts] = useState(false);
  const set = (change: Partial<ColumnDraft>) => setDraft({ ...draft, ...change });
  const isComplete = draft.name.trim() !== '' && draft.type.trim() !== '';
  const write = () =>
    column ? changeColumn(table, column, draft, { cuts }) : addColumn(table, draft);
  const shorter = column && findShorter(column.exactType, draft.type);
  const isComputed = Boolean(column?.generated ?? column?.identity);
  return (
    <ChangeDialog
      source={source}
      title={column ? t('change.columnTitle', { name: column.name }) : t('change.addColumn')}
      statements={isComplete ? write() : []}
      {...(column && { planned: { table, usedBy, changes: plannedForColumn(column, draft) } })}
      check={column && shorter && !cuts ? () => refuseLosses(column.name, shorter) : undefined}
      action={t(column ? 'change.apply' : 'change.addColumn')}
      onClose={onClose}
    >
      <div className={classes.pair}>
        <TextInput
          data-autofocus
          label={t('name')}
          value={draft.name}
          onChange={({ currentTarget: { value } }) => set({ name: value })}
        />
        <TypeField value={draft.type} onChange={(type) => set({ type })} />
      </div>
      {shorter && (
        <Checkbox
          label={t('change.cuts')}
          description={t('change.cutsLine')}
          checked={cuts}
          onChange={({ currentTarget: { checked } }) => setCuts(checked)}
        />
      )}
      <TextInput
        className={classes.code}
        label={t('change.default')}
        description={t(isComputed ? 'change.computed' : 'change.defaultLine')}
        disabled={isComputed}
        value={draft.defaultValue}
        onChange={({ currentTarget: { value } }) => set({ defaultValue: value })}
      />
      <Checkbox
        label={t('change.required')}
        description={column ? undefined : t('change.requiredLine')}
        checked={!draft.isNullable}
        onChange={({ currentTarget: { checked } }) => set({ isNullable: !checked })}
      />
      <TextInput
        label={t('comment')}
        value={draft.comment}
        onChange={({ currentTarget: { value } }) => set({ comment: value })}
      />
    </ChangeDialog>
  );
}
