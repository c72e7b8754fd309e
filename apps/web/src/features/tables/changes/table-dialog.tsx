import type { TableDetails } from '@causeway/contract/tables/details.ts';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useScopedHref } from '#platform/current-project/use-current-project.ts';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import { tablePath } from '../table-name.ts';
import type { TableStructure } from '@causeway/contract/tables/structure.ts';
import type { Source } from '../tables-query.ts';
import { ChangeDialog } from './change-dialog.tsx';
import { changeTable } from './change-sql.ts';

type TableDialogProps = {
  source: Source;
  details: TableDetails;
  structure: TableStructure;
  onClose: () => void;
};

/** The name of a table, and what is said about it. */
export function TableDialog({ source, details, structure, onClose }: TableDialogProps) {
  const { t } = useTranslation('structure');
  const scopedHref = useScopedHref();
  const openHref = useOpenHref();
  const table = { schema: details.schema, table: details.name };
  const [name, setName] = useState(details.name);
  const [comment, setComment] = useState(details.description ?? '');
  const before = { comment: details.description ?? '' };
  return (
    <ChangeDialog
      source={source}
      title={t('change.tableTitle', { name: details.name })}
      statements={name.trim() === '' ? [] : changeTable(table, before, { name, comment })}
      planned={{
        table,
        usedBy: structure.usedBy,
        changes: name.trim() === details.name ? [] : [{ kind: 'table-renamed' }],
      }}
      action={t('change.apply')}
      onDone={() => {
        const now = { ...table, table: name.trim() };
        if (now.table !== table.table) openHref(`${scopedHref(tablePath(now))}&structure`);
      }}
      onClose={onClose}
    >
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
    </ChangeDialog>
  );
}
