import type { Filter, TableColumn } from '@causeway/contract/tables.ts';
import { Button, Popover, TextInput } from '@mantine/core';
import { lazy, memo, Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import classes from './filter-bar.module.css';
import { findDrafts, listOperators } from './filter-choices.ts';
import { FilterText } from './filter-text.tsx';
import type { ShownColumn } from './table-columns.ts';
import { uniqueFilters, type Sort, type TableView } from './table-view.ts';

const loadFilterForm = () => import('./filter-form.tsx');
const FilterForm = lazy(loadFilterForm);

/** Which chip is open: one of the filters by its place, or a new one. */
export type OpenFilter = { place: number | 'new'; column?: string };

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

  function apply(filter: Filter) {
    if (!open) return;
    onOpen(undefined);
    const next = open.place === 'new' ? [...filters, filter] : filters.with(open.place, filter);
    onChange({ filters: uniqueFilters(next) });
  }

  function formFor(filter: Filter): ReactNode {
    const drafts = findDrafts(filter);
    return (
      drafts && (
        <Suspense fallback={null}>
          <FilterForm columns={columns} drafts={drafts} onApply={apply} />
        </Suspense>
      )
    );
  }

  return (
    <section className={classes.bar} aria-label={t('filter.label')}>
      {filters.map((filter, place) => (
        <Chip
          key={JSON.stringify(filter)}
          text={<FilterText filter={filter} labelOf={labelOf} />}
          removeLabel={t('filter.remove')}
          onRemove={() => onChange({ filters: filters.toSpliced(place, 1) })}
          popover={formFor(filter)}
          isOpen={open?.place === place}
          onToggle={(isOpen) => onOpen(isOpen ? { place } : undefined)}
        />
      ))}
      <Popover
        opened={open?.place === 'new'}
        onChange={(isOpen) => onOpen(isOpen ? { place: 'new' } : undefined)}
        position="bottom-start"
        trapFocus
        returnFocus
      >
        <Popover.Target>
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            leftSection={<Icon name="filter" size={14} />}
            onPointerEnter={() => void loadFilterForm()}
            onClick={() => onOpen(open ? undefined : { place: 'new' })}
          >
            {t('filter.add')}
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          <Suspense fallback={null}>
            <FilterForm
              key={open?.column}
              columns={columns}
              drafts={[newDraft(columns, open?.column)]}
              onApply={apply}
            />
          </Suspense>
        </Popover.Dropdown>
      </Popover>
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

type ChipProps = {
  text: ReactNode;
  removeLabel: string;
  onRemove: () => void;
  popover?: ReactNode;
  isOpen?: boolean;
  onToggle: (isOpen: boolean) => void;
};

function Chip({ text, removeLabel, onRemove, popover, isOpen = false, onToggle }: ChipProps) {
  const face = (
    <button type="button" className={classes.face} onClick={() => onToggle(!isOpen)}>
      {text}
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

type WhereFieldProps = { where: string; onApply: (where: string) => void; onClose: () => void };

/** A condition as it stands after WHERE; it is sent with Enter, not while it is typed. */
function WhereField({ where, onApply, onClose }: WhereFieldProps) {
  const { t } = useTranslation('explore');
  const [text, setText] = useState(where);
  return (
    <form
      className={classes.where}
      onSubmit={(event) => {
        event.preventDefault();
        onApply(text.trim());
      }}
    >
      <TextInput
        size="xs"
        autoFocus={where === ''}
        className={classes.whereInput}
        classNames={{ input: classes.code }}
        aria-label={t('filter.whereLabel')}
        placeholder={t('filter.wherePlaceholder')}
        leftSection={<span className={classes.keyword}>WHERE</span>}
        leftSectionWidth={58}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose();
        }}
      />
      <button
        type="button"
        className={classes.remove}
        aria-label={t('filter.whereRemove')}
        onClick={onClose}
      >
        <Icon name="close" size={12} />
      </button>
    </form>
  );
}

function flip({ column, direction }: Sort): Sort {
  return { column, direction: direction === 'asc' ? 'desc' : 'asc' };
}

function newDraft(columns: TableColumn[], wanted: string | undefined) {
  const column = columns.find(({ name }) => name === wanted) ?? columns[0];
  const [operator = 'eq'] = column ? listOperators(column) : [];
  return { column: column?.name ?? '', operator, values: [] };
}
