import type { TableColumn } from '@causeway/contract/tables/details.ts';
import { MultiSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CatalogSource } from '#domain/connectors/catalog-query.ts';
import { TableChoice } from '#domain/connectors/table-choice.tsx';
import type { ReplaceDraft } from './replace-address.ts';
import classes from './replace-page.module.css';
import { PlaceChoice } from './place-choice.tsx';
import { RowConditions } from './row-conditions.tsx';
import { SearchFields } from './search-fields.tsx';

type FindFieldsProps = {
  source: CatalogSource;
  draft: ReplaceDraft;
  columns: TableColumn[];
  onChange: (change: Partial<ReplaceDraft>) => void;
};

/** What names columns of a table means nothing in another. */
const ofOneTable = { columns: [], filter: undefined, where: '' };

/** Where to look, for what, and what takes its place. */
export function FindFields({ source, draft, columns, onChange }: FindFieldsProps) {
  const { t } = useTranslation('replace');
  const offered = columns.filter(holdsText);
  return (
    <form
      className={classes.fields}
      aria-label={t('fields.label')}
      onSubmit={(event) => event.preventDefault()}
    >
      <PlaceChoice draft={draft} />
      <TableChoice
        source={source}
        schema={draft.schema}
        table={draft.table}
        onSchema={(schema) => onChange({ schema, table: undefined, ...ofOneTable })}
        onChange={({ schema, table }) => onChange({ schema, table, ...ofOneTable })}
      />
      <MultiSelect
        label={t('fields.columns')}
        placeholder={draft.columns.length === 0 ? t('fields.allColumns') : ''}
        data={offered.map(({ name, label }) => ({ value: name, label }))}
        value={draft.columns}
        disabled={draft.table === undefined}
        searchable
        clearable
        nothingFoundMessage={t('fields.noColumn')}
        onChange={(value) => onChange({ columns: value })}
      />
      <SearchFields draft={draft} patternLine={t('fields.patternInRows')} onChange={onChange} />
      <RowConditions
        key={`${draft.schema}.${draft.table}`}
        draft={draft}
        columns={columns}
        onChange={onChange}
      />
    </form>
  );
}

/** What the server looks into; what the database computes itself can't be replaced in. */
function holdsText({ category, baseType, generated }: TableColumn): boolean {
  const isList = /^(text|character varying|character|citext)\[\]$/.test(baseType);
  const isJson = baseType === 'json' || baseType === 'jsonb';
  return generated === null && (category === 'S' || isJson || isList);
}
