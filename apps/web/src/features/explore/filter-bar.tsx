import type { Filter } from '@causeway/contract/filters.ts';
import { Button, Popover, VisuallyHidden } from '@mantine/core';
import { lazy, memo, Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import type { IconName } from '#ui/icons.ts';
import classes from './filter-bar.module.css';
import { FilterText } from './filter-text.tsx';
import type { ShownColumn } from './table-columns.ts';
import { uniqueFilters, type Sort, type TableView } from '@causeway/contract/table-view.ts';
import { useFilterDrafts } from './use-filter-drafts.ts';
import { WhereField } from './where-field.tsx';

const loadFilterForm = () => import('./filter-form.tsx');
const FilterForm = lazy(loadFilterForm);

/** Which form is open: that of a filter by its place, of a new one, or of all of them as one. */
export type OpenFilter = { place: number | 'new' | 'all'; column?: string };

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
  const { t } = useTranslation('explore');
  const [isWriting, setIsWriting] = useState(view.where !== '');
  const { filters, sorts, where } = view;
  const labelOf = (name: string) => columns.find((one) => one.name === name)?.label ?? name;

  const drafts = useFilterDrafts(filters);

  function apply(filter: Filter) {
    if (!open) return;
    drafts.keep(open, undefined);
    onOpen(undefined);
    // Conditions that must all hold are filters of their own.
    const parts = 'and' in filter ? filter.and : [filter];
    onChange({ filters: uniqueFilters(placed(filters, parts, open.place)) });
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
    <section className={classes.bar} aria-label={t('filter.label')}>
      {filters.map((filter, place) => (
        <Chip
          key={JSON.stringify(filter)}
          text={<FilterText filter={filter} labelOf={labelOf} />}
          removeLabel={t('filter.remove')}
          onRemove={() => {
            drafts.keep({ place }, undefined);
            onChange({ filters: filters.toSpliced(place, 1) });
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
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          leftSection={<Icon name="code" size={14} />}
          onClick={() => setIsWriting(true)}
        >
          {t('filter.where')}
        </Button>
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

type ChipProps = {
  text: ReactNode;
  removeLabel: string;
  onRemove: () => void;
  popover?: ReactNode;
  isPending?: boolean;
  isOpen?: boolean;
  onToggle: (isOpen: boolean) => void;
};

function Chip(props: ChipProps) {
  const { text, removeLabel, onRemove, popover, onToggle } = props;
  const { isPending = false, isOpen = false } = props;
  const face = (
    <button type="button" className={classes.face} onClick={() => onToggle(!isOpen)}>
      {text} {isPending && <PendingMark />}
    </button>
  );
  return (
    <span className={classes.chip}>
      {popover ? (
        <Popover opened={isOpen} onChange={onToggle} position="bottom-start" trapFocus returnFocus>
          <Popover.Target>{face}</Popover.Target>
          <Popover.Dropdown>{popover}</Popover.Dropdown>
        </Popover>
      ) : (
        face
      )}
      <button type="button" className={classes.remove} aria-label={removeLabel} onClick={onRemove}>
        <Icon name="close" size={12} />
      </button>
    </span>
  );
}

function PendingMark() {
  const { t } = useTranslation('explore');
  return (
    <span className={classes.pending} title={t('filter.pending')}>
      <VisuallyHidden>{t('filter.pending')}</VisuallyHidden>
    </span>
  );
}

function SortText({ sort, label }: { sort: Sort; label: string }) {
  const { t } = useTranslation('explore');
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

/** The filters with these at a place: instead of one, of all, or after them. */
function placed(filters: Filter[], parts: Filter[], place: OpenFilter['place']): Filter[] {
  if (place === 'all') return parts;
  return place === 'new' ? [...filters, ...parts] : filters.toSpliced(place, 1, ...parts);
}

function flip({ column, direction }: Sort): Sort {
  return { column, direction: direction === 'asc' ? 'desc' : 'asc' };
}
