import type { Filter } from '@causeway/contract/tables/filters.ts';
import type { TableColumn } from '@causeway/contract/tables/details.ts';
import { TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterChips, type OpenFilter } from '#domain/filters/filter-chips.tsx';
import { WriteCondition } from '#domain/filters/write-condition.tsx';
import type { ReplaceDraft } from './replace-address.ts';
import classes from './replace-page.module.css';

type RowConditionsProps = {
  draft: ReplaceDraft;
  columns: TableColumn[];
  onChange: (change: Partial<ReplaceDraft>) => void;
};

/** Which rows are looked at: those that meet these conditions, built or written in SQL. */
export function RowConditions({ draft, columns, onChange }: RowConditionsProps) {
  const { t } = useTranslation('replace');
  const labelId = useId();
  const [open, setOpen] = useState<OpenFilter>();
  const [isWriting, setIsWriting] = useState(draft.where !== '');
  if (columns.length === 0) return null;
  return (
    <fieldset className={classes.conditions} aria-labelledby={labelId}>
      <legend className={classes.legend} id={labelId}>
        {t('fields.rows')}
      </legend>
      <div className={classes.chips}>
        <FilterChips
          columns={columns}
          filters={filtersOf(draft.filter)}
          open={open}
          onOpen={setOpen}
          onChange={(filters) => onChange({ filter: filterOf(filters) })}
        />
        {!isWriting && (
          <WriteCondition label={t('fields.addWhere')} onClick={() => setIsWriting(true)} />
        )}
      </div>
      {isWriting && (
        <TextInput
          label={t('fields.where')}
          placeholder="created_at > now() - interval '1 year'"
          classNames={{ input: classes.code }}
          autoFocus={draft.where === ''}
          spellCheck={false}
          value={draft.where}
          onChange={({ currentTarget: { value } }) => onChange({ where: value })}
        />
      )}
    </fieldset>
  );
}

/** Conditions that must all hold stand side by side. */
function filtersOf(filter: Filter | undefined): Filter[] {
  if (!filter) return [];
  return 'and' in filter ? filter.and : [filter];
}

function filterOf(filters: Filter[]): Filter | undefined {
  return filters.length > 1 ? { and: filters } : filters[0];
}
