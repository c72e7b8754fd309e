import type { Filter } from '@causeway/contract/filters.ts';
import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newDraft } from './filter-choices.ts';
import classes from './filter-form.module.css';
import { FilterGroupFields, type FilterFocus } from './filter-group.tsx';
import { findFilter, groupOf, isGroup, leafOf, treeOf, type FilterGroup } from './filter-tree.ts';
import type { ShownColumn } from './table-columns.ts';

type FilterFormProps = {
  columns: ShownColumn[];
  /** What is to be changed; none begins a new one. */
  filter: Filter | undefined;
  /** The column a new one begins with. */
  column: string | undefined;
  onApply: (filter: Filter) => void;
};

type FormState = { root: FilterGroup; focus: FilterFocus | undefined };

/** A condition, or groups of them in any depth; nothing is asked for until it is applied. */
export default function FilterForm({ columns, filter: given, column, onApply }: FilterFormProps) {
  const { t } = useTranslation('explore');
  const form = useRef<HTMLFormElement>(null);
  const [{ root, focus }, setState] = useState<FormState>(() => ({
    focus: undefined,
    root: given ? treeOf(given) : groupOf('or', [leafOf(newDraft(columns, column))]),
  }));
  const filter = findFilter(root);
  const isSingle = root.parts.length === 1 && !root.parts.some(isGroup) && !root.isNegated;

  function edit(next: FilterGroup, nextFocus?: FilterFocus) {
    setState({ root: next, focus: nextFocus ?? focus });
    // What is removed would take the focus along; the keys should still reach the form.
    if (nextFocus?.on === 'whole') form.current?.focus();
  }

  return (
    <form
      ref={form}
      tabIndex={-1}
      className={classes.form}
      data-single={isSingle || undefined}
      onSubmit={(event) => {
        event.preventDefault();
        if (filter) onApply(filter);
      }}
    >
      <FilterGroupFields
        columns={columns}
        root={root}
        group={root}
        isSingle={isSingle}
        focus={focus}
        onEdit={edit}
      />
      <Button type="submit" disabled={!filter}>
        {t('filter.apply')}
      </Button>
    </form>
  );
}
