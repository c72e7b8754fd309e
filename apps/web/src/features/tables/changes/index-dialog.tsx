import type { TableDetails } from '@causeway/contract/tables/details.ts';
import { Checkbox, MultiSelect, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Source } from '../tables-query.ts';
import { ChangeDialog } from './change-dialog.tsx';
import { addIndex, indexMethods, type IndexDraft } from './change-sql.ts';

type IndexDialogProps = { source: Source; details: TableDetails; onClose: () => void };

export function IndexDialog({ source, details, onClose }: IndexDialogProps) {
  const { t } = useTranslation('structure');
  // Postgres makes no index of a partitioned table while writes go on.
  const mayWait = details.kind !== 'partitioned';
  const [draft, setDraft] = useState<IndexDraft>({
    columns: [],
    method: 'btree',
    isUnique: false,
    isConcurrent: mayWait,
  });
  const set = (change: Partial<IndexDraft>) => setDraft({ ...draft, ...change });
  const table = { schema: details.schema, table: details.name };
  const mayBeUnique = draft.method === 'btree';
  return (
    <ChangeDialog
      source={source}
      title={t('change.addIndex')}
      statements={draft.columns.length > 0 ? addIndex(table, draft) : []}
      action={t('change.addIndex')}
      onClose={onClose}
    >
      <MultiSelect
        data-autofocus
        label={t('columns')}
        description={t('change.indexLine')}
        searchable
        data={details.columns.map(({ name }) => name)}
        value={draft.columns}
        onChange={(columns) => set({ columns })}
      />
      <NativeSelect
        label={t('change.method')}
        data={indexMethods.map((value) => ({ value, label: t(`change.methods.${value}`) }))}
        value={draft.method}
        onChange={({ currentTarget: { value } }) => {
          const method = indexMethods.find((known) => known === value) ?? 'btree';
          set({ method, isUnique: draft.isUnique && method === 'btree' });
        }}
      />
      <Checkbox
        label={t('change.unique')}
        disabled={!mayBeUnique}
        checked={draft.isUnique}
        onChange={({ currentTarget: { checked } }) => set({ isUnique: checked })}
      />
      {mayWait && (
        <Checkbox
          label={t('change.concurrent')}
          description={t('change.concurrentLine')}
          checked={draft.isConcurrent}
          onChange={({ currentTarget: { checked } }) => set({ isConcurrent: checked })}
        />
      )}
    </ChangeDialog>
  );
}
