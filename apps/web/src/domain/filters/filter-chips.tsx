import type { Filter } from '@causeway/contract/tables/filters.ts';
import { uniqueFilters } from '@causeway/contract/tables/view.ts';
import type { TableColumn } from '@causeway/contract/tables/details.ts';
import { Button, Popover } from '@mantine/core';
import { lazy, Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from '#ui/icon.tsx';
import { Chip, PendingMark } from './chip.tsx';
import { FilterText } from './filter-text.tsx';
import { useFilterDrafts } from './use-filter-drafts.ts';

const loadFilterForm = () => import('./filter-form.tsx');
const FilterForm = lazy(loadFilterForm);

/** Which form is open: that of a filter by its place, of a new one, or of all of them as one. */
export type OpenFilter = { place: number | 'new' | 'all'; column?: string };

type FilterChipsProps = {
  columns: TableColumn[];
  /** All of them must hold. */
  filters: Filter[];
  open: OpenFilter | undefined;
  onOpen: (open: OpenFilter | undefined) => void;
  onChange: (filters: Filter[]) => void;
};

/** Conditions on the rows of a table, each with its form, and what adds one. */
export function FilterChips({ columns, filters, open, onOpen, onChange }: FilterChipsProps) {
  const { t } = useTranslation('filters');
  const drafts = useFilterDrafts(filters);
  const labelOf = (name: string) => columns.find((one) => one.name === name)?.label ?? name;

  function apply(filter: Filter) {
    if (!open) return;
    drafts.keep(open, undefined);
    onOpen(undefined);
    // Conditions that must all hold are filters of their own.
    const parts = 'and' in filter ? filter.and : [filter];
    onChange(uniqueFilters(placed(filters, parts, open.place)));
  }

  const formFor = (filter?: Filter) => (
    <Suspense fallback={null}>
      <FilterForm
        key={open?.column}
        columns={columns}
        filter={filter}
        column={open?.column}
        draft={open && drafts.find(open)}
        onDraft={(draft) => open && drafts.keep(open, draft)}
        onApply={apply}
      />
    </Suspense>
  );

  return (
    <>
      {filters.map((filter, place) => (
        <Chip
          key={JSON.stringify(filter)}
          text={<FilterText filter={filter} labelOf={labelOf} />}
          removeLabel={t('filter.remove')}
          onRemove={() => {
            drafts.keep({ place }, undefined);
            onChange(filters.toSpliced(place, 1));
          }}
          popover={formFor(filter)}
          isPending={drafts.has(place)}
          isOpen={open?.place === place}
          onToggle={(isOpen) => onOpen(isOpen ? { place } : undefined)}
        />
      ))}
      <FormButton
        icon="filter"
        label={t('filter.add')}
        form={formFor()}
        isPending={drafts.has('new')}
        isOpen={open?.place === 'new'}
        onToggle={(isOpen) => onOpen(isOpen ? { place: 'new' } : undefined)}
      />
      {filters.length > 1 && (
        <FormButton
          icon="edit"
          label={t('filter.together')}
          form={formFor({ and: filters })}
          isPending={drafts.has('all')}
          isOpen={open?.place === 'all'}
          onToggle={(isOpen) => onOpen(isOpen ? { place: 'all' } : undefined)}
        />
      )}
    </>
  );
}

type FormButtonProps = {
  icon: IconName;
  label: string;
  form: ReactNode;
  /** Edits were left without being applied. */
  isPending: boolean;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
};

function FormButton({ icon, label, form, isPending, isOpen, onToggle }: FormButtonProps) {
  return (
    <Popover opened={isOpen} onChange={onToggle} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          leftSection={<Icon name={icon} size={14} />}
          rightSection={isPending && <PendingMark />}
          onPointerEnter={() => void loadFilterForm()}
          onClick={() => onToggle(!isOpen)}
        >
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>{form}</Popover.Dropdown>
    </Popover>
  );
}

/** The filters with these at a place: instead of one, of all, or after them. */
function placed(filters: Filter[], parts: Filter[], place: OpenFilter['place']): Filter[] {
  if (place === 'all') return parts;
  return place === 'new' ? [...filters, ...parts] : filters.toSpliced(place, 1, ...parts);
}
