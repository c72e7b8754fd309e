import type { TableDetails } from '@causeway/contract/tables/details.ts';
import type { TableStructure } from '@causeway/contract/tables/structure.ts';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { useScopedHref } from '#platform/current-project/use-current-project.ts';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import type { Source } from '../tables-query.ts';
import { ChangeDialog } from './change-dialog.tsx';
import { plannedDrop } from './change-impact.ts';
import { dropColumn, dropConstraint, dropIndex, dropTable } from './change-sql.ts';
import type { Change } from './changing.ts';
import { dropPolicy } from './policy-sql.ts';
import { dropTrigger } from './trigger-sql.ts';

type DropDialogProps = {
  source: Source;
  details: TableDetails;
  structure: TableStructure;
  drop: Extract<Change, { kind: 'drop' }>;
  onClose: () => void;
};

/** A table takes its rows along, so its name is typed first, as of everything that can't be made again. */
export function DropDialog(props: DropDialogProps) {
  const { source, details, structure, drop, onClose } = props;
  const { what, name } = drop;
  const { t } = useTranslation('structure');
  const scopedHref = useScopedHref();
  const openHref = useOpenHref();
  const [typed, setTyped] = useState('');
  const table = { schema: details.schema, table: details.name };
  const statements = {
    table: () => (typed.trim() === name ? dropTable(table) : []),
    column: () => dropColumn(table, name),
    index: () => dropIndex(details.schema, name),
    constraint: () => dropConstraint(table, name),
    policy: () => dropPolicy(table, name),
    trigger: () => dropTrigger(table, name),
  };
  return (
    <ChangeDialog
      source={source}
      title={t(`change.dropTitle.${what}`, { name })}
      statements={statements[what]()}
      action={t('change.dropAction')}
      planned={{ table, usedBy: structure.usedBy, changes: plannedDrop(what, name) }}
      loss={t(`change.dropLoss.${what}`)}
      onDone={() => {
        const list = `${scopedHref('/explore')}&${new URLSearchParams({ schema: details.schema })}`;
        if (what === 'table') openHref(list);
      }}
      onClose={onClose}
    >
      {what === 'table' && (
        <TextInput
          label={
            <Trans
              i18nKey="confirm.typeName"
              ns="ui"
              values={{ name }}
              components={{ strong: <strong /> }}
            />
          }
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={({ currentTarget: { value } }) => setTyped(value)}
        />
      )}
    </ChangeDialog>
  );
}
