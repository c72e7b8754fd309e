import { ANY_COLUMN } from '@causeway/contract/tables/filters.ts';
import { uniqueFilters } from '@causeway/contract/tables/view.ts';
import { Button } from '@mantine/core';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Chip } from '#domain/filters/chip.tsx';
import { FilterChips, type OpenFilter } from '#domain/filters/filter-chips.tsx';
import { WriteCondition } from '#domain/filters/write-condition.tsx';
import { Icon } from '#ui/icon.tsx';
import classes from './filter-bar.module.css';
import type { ShownColumn } from '../table-columns.ts';
import type { Sort, TableView } from '@causeway/contract/tables/view.ts';
import { QuickSearch } from './quick-search.tsx';
import { WhereField } from './where-field.tsx';

type FilterBarProps = {
  columns: ShownColumn[];
  view: TableView;
  open: OpenFilter | undefined;
  onOpen: (open: OpenFilter | undefined) => void;
  onChange: (change: Partial<TableView>) => void;
};

/** What narrows and orders the rows: conditions that must all hold, a condition in SQL, the sorts. */
export const FilterBar = memo(function FilterBar(props: FilterBarProps) {
  const { columns, view, open, onOpen, onChange } = props;
  const { t } = useTranslation('tables');
  const [isWriting, setIsWriting] = useState(view.where !== '');
  const { filters, sorts, where } = view;
  const labelOf = (name: string) => columns.find((one) => one.name === name)?.label ?? name;

  return (
    <section className={classes.bar} aria-label={t('filter.label')}>
      <QuickSearch
        onSearch={(value) => {
          const found = { column: ANY_COLUMN, operator: 'contains' as const, value };
          onChange({ filters: uniqueFilters([...filters, found]) });
        }}
      />
      <FilterChips
        columns={columns}
        filters={filters}
        open={open}
        onOpen={onOpen}
        onChange={(next) => onChange({ filters: next })}
      />
      {isWriting ? (
        <WhereField
          key={where}
          where={where}
          onApply={(next) => onChange({ where: next })}
          onClose={() => {
            setIsWriting(false);
            if (where !== '') onChange({ where: '' });
          }}
        />
      ) : (
        <WriteCondition label={t('filter.where')} onClick={() => setIsWriting(true)} />
      )}
      {sorts.map((sort) => (
        <Chip
          key={sort.column}
          text={<SortText sort={sort} label={labelOf(sort.column)} />}
          removeLabel={t('sort.none')}
          onRemove={() => onChange({ sorts: sorts.filter((one) => one !== sort) })}
          onToggle={() => onChange({ sorts: sorts.map((one) => (one === sort ? flip(one) : one)) })}
        />
      ))}
      {(filters.length > 0 || sorts.length > 1) && (
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          onClick={() => onChange({ filters: [], sorts: [], where: '' })}
        >
          {t('filter.clear')}
        </Button>
      )}
    </section>
  );
});

function SortText({ sort, label }: { sort: Sort; label: string }) {
  const { t } = useTranslation('tables');
  return (
    <>
      <Icon
        name={sort.direction === 'asc' ? 'arrowUp' : 'arrowDown'}
        size={13}
        label={t(`sort.${sort.direction}`)}
      />{' '}
      {label}
    </>
  );
}

function flip({ column, direction }: Sort): Sort {
  return { column, direction: direction === 'asc' ? 'desc' : 'asc' };
}
