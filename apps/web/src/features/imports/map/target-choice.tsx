import { DEFAULT_SCHEMA } from '@causeway/contract/tables/names.ts';
import { Checkbox, NativeSelect, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { schemasQuery, type CatalogSource } from '#domain/connectors/catalog-query.ts';
import { TableChoice } from '#domain/connectors/table-choice.tsx';
import { hasOwnId, type MappedColumn } from '../plan/make-plan.ts';
import classes from './map-step.module.css';
import { NewTableName } from './new-table-name.tsx';
import type { PlanDraft } from '../plan/plan-draft.ts';

type TargetChoiceProps = {
  source: CatalogSource;
  draft: PlanDraft;
  mapped: readonly MappedColumn[];
  onChange: (change: Partial<PlanDraft>) => void;
};

/** Another table has other columns, so what was chosen for them starts over. */
const anew = { columns: {}, matchesNames: true, key: undefined };

export function TargetChoice({ source, draft, mapped, onChange }: TargetChoiceProps) {
  const { t } = useTranslation('imports');
  return (
    <section className={classes.target} aria-label={t('target.label')}>
      <SegmentedControl
        aria-label={t('target.label')}
        value={draft.target}
        onChange={(value) =>
          onChange({
            ...anew,
            target: value === 'new' ? 'new' : 'existing',
            table: undefined,
            mode: 'insert',
          })
        }
        data={(['new', 'existing'] as const).map((value) => ({
          value,
          label: t(`target.${value}`),
        }))}
      />
      {draft.target === 'existing' ? (
        <TableChoice
          source={source}
          schema={draft.schema}
          table={draft.table}
          isOffered={({ kind }) => kind === 'table' || kind === 'partitioned' || kind === 'foreign'}
          onSchema={(schema) => onChange({ ...anew, schema, table: undefined })}
          onChange={({ schema, table }) => onChange({ ...anew, schema, table })}
        />
      ) : (
        <div className={classes.newTable}>
          <SchemaField source={source} schema={draft.schema} onChange={onChange} />
          <NewTableName
            source={source}
            schema={draft.schema}
            table={draft.table ?? ''}
            onName={(table) => onChange({ table })}
            onExisting={() => onChange({ ...anew, target: 'existing', mode: 'insert' })}
          />
          <Checkbox
            size="xs"
            label={t('target.addId')}
            description={t('target.addIdLine')}
            disabled={mapped.some(({ isKey, to }) => isKey || to === 'id')}
            checked={hasOwnId(draft, mapped)}
            onChange={({ currentTarget: { checked } }) => onChange({ addId: checked })}
          />
        </div>
      )}
    </section>
  );
}

type SchemaFieldProps = {
  source: CatalogSource;
  schema: string;
  onChange: (change: Partial<PlanDraft>) => void;
};

/** Most databases have one schema, and then there is nothing to choose. */
function SchemaField({ source, schema, onChange }: SchemaFieldProps) {
  const { t } = useTranslation('imports');
  const { data = [] } = useQuery(schemasQuery(source));
  const names = data.filter(({ isSystem }) => !isSystem).map(({ name }) => name);
  if (names.length < 2 && schema === DEFAULT_SCHEMA) return null;
  return (
    <NativeSelect
      label={t('target.schema')}
      data={names.includes(schema) ? names : [schema, ...names]}
      value={schema}
      onChange={({ currentTarget: { value } }) => onChange({ schema: value })}
    />
  );
}
