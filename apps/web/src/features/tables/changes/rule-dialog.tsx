import type { TableDetails } from '@causeway/contract/tables/details.ts';
import { Checkbox, MultiSelect, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Source } from '../tables-query.ts';
import { ChangeDialog } from './change-dialog.tsx';
import { addRule, type RuleDraft, ruleKinds } from './change-sql.ts';
import { ExpressionField } from './expression-field.tsx';
import classes from './changes.module.css';

type RuleDialogProps = { source: Source; details: TableDetails; onClose: () => void };

/** A check, a unique rule, or the key a table lacks. A foreign table can have checks only. */
export function RuleDialog({ source, details, onClose }: RuleDialogProps) {
  const { t } = useTranslation('structure');
  const kinds = ruleKinds.filter((kind) => {
    if (details.kind === 'foreign') return kind === 'check';
    return kind !== 'primary key' || details.primaryKey === null;
  });
  const [draft, setDraft] = useState<RuleDraft>({
    kind: kinds[0] ?? 'check',
    name: '',
    columns: [],
    expression: '',
    isForAll: true,
  });
  const set = (change: Partial<RuleDraft>) => setDraft({ ...draft, ...change });
  const isCheck = draft.kind === 'check';
  const isComplete = isCheck ? draft.expression.trim() !== '' : draft.columns.length > 0;
  const table = { schema: details.schema, table: details.name };
  return (
    <ChangeDialog
      source={source}
      title={t('rule.add')}
      statements={isComplete ? addRule(table, draft) : []}
      action={t('rule.add')}
      onClose={onClose}
    >
      <div className={classes.pair}>
        <NativeSelect
          label={t('rule.kind')}
          data={kinds.map((value) => ({ value, label: t(`rule.kinds.${value}`) }))}
          value={draft.kind}
          onChange={({ currentTarget: { value } }) =>
            set({ kind: ruleKinds.find((known) => known === value) ?? 'check' })
          }
        />
        <TextInput
          label={t('name')}
          placeholder={t('rule.anyName')}
          value={draft.name}
          onChange={({ currentTarget: { value } }) => set({ name: value })}
        />
      </div>
      {isCheck ? (
        <>
          <ExpressionField
            label={t('rule.expression')}
            description={t('rule.expressionLine')}
            value={draft.expression}
            onChange={(expression) => set({ expression })}
          />
          <Checkbox
            label={t('rule.forAll')}
            description={t('rule.forAllLine')}
            checked={draft.isForAll}
            onChange={({ currentTarget: { checked } }) => set({ isForAll: checked })}
          />
        </>
      ) : (
        <MultiSelect
          label={t('columns')}
          description={t(`rule.columnLines.${draft.kind}`)}
          searchable
          data={details.columns.map(({ name }) => name)}
          value={draft.columns}
          onChange={(columns) => set({ columns })}
        />
      )}
    </ChangeDialog>
  );
}
