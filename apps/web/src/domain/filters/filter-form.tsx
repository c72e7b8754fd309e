import type { Filter } from '@causeway/contract/tables/filters.ts';
import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newDraft } from './filter-choices.ts';
import classes from './filter-form.module.css';
import { FilterGroupFields, type FilterFocus } from './filter-group.tsx';
import { findFilter, groupOf, isGroup, leafOf, treeOf, type FilterGroup } from './filter-tree.ts';
import type { TableColumn } from '@causeway/contract/tables/details.ts';

type FilterFormProps = {
  columns: TableColumn[];
  /** What is to be changed; none begins a new one. */
  filter: Filter | undefined;
  /** The column a new one begins with. */
  column: string | undefined;
  /** As it was left without being applied. */
  draft: FilterGroup | undefined;
  /** Undefined once there is nothing to apply. */
  onDraft: (draft: FilterGroup | undefined) => void;
  onApply: (filter: Filter) => void;
};

type FormState = { root: FilterGroup; focus: FilterFocus | undefined };

/** A condition, or groups of them in any depth; nothing is asked for until it is applied. */
export default function FilterForm(props: FilterFormProps) {
  const { columns, filter: given, column, draft, onDraft, onApply } = props;
  const { t } = useTranslation('filters');
  const form = useRef<HTMLFormElement>(null);
  const [{ root, focus }, setState] = useState<FormState>(() => ({
    focus: undefined,
    root: draft ?? begin(),
  }));
  const filter = findFilter(root);
  const isSingle = root.parts.length === 1 && !root.parts.some(isGroup) && !root.isNegated;

  function begin(): FilterGroup {
    return given ? treeOf(given) : groupOf('or', [leafOf(newDraft(columns, column))]);
  }

  function edit(next: FilterGroup, nextFocus?: FilterFocus) {
    setState({ root: next, focus: nextFocus ?? focus });
    onDraft(isUntouched(next, given) ? undefined : next);
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
        const wrong = form.current?.querySelector<HTMLElement>('input[aria-invalid=true]');
        if (wrong) wrong.focus();
        else if (filter) onApply(filter);
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
      <div className={classes.foot}>
        <Button type="submit" disabled={!filter} className={classes.apply}>
          {t('filter.apply')}
        </Button>
        {draft && (
          <Button
            variant="subtle"
            color="gray"
            onClick={() => {
              setState({ root: begin(), focus: undefined });
              onDraft(undefined);
              form.current?.focus();
            }}
          >
            {t('filter.reset')}
          </Button>
        )}
      </div>
    </form>
  );
}

/** Nothing that would have to be typed again. */
function isUntouched(root: FilterGroup, given: Filter | undefined): boolean {
  if (given) return JSON.stringify(findFilter(root)) === JSON.stringify(given);
  const [first, ...others] = root.parts;
  if (!first || isGroup(first) || others.length > 0) return !first;
  return !first.draft.path && first.draft.values.every((value) => value === '');
}
