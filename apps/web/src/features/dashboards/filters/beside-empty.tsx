import { takesMany } from '@causeway/contract/dashboards/filters.ts';
import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './filter-bar.module.css';
import type { ValueFieldProps } from './value-field.tsx';

type BesideEmptyProps = Pick<ValueFieldProps, 'filter' | 'pick' | 'onSet'> & {
  children: ReactNode;
};

/** A field that is typed into, and beside it that there be nothing at all. */
export function BesideEmpty({ filter, pick, onSet, children }: BesideEmptyProps) {
  const { t } = useTranslation('dashboards');
  if (!filter.hasEmpty && !pick.isEmpty) return children;
  const values = takesMany(filter) ? pick.values : [];
  return (
    <div className={classes.besideEmpty}>
      {children}
      <Checkbox
        size="xs"
        label={t('filters.isEmpty')}
        aria-label={`${filter.label}: ${t('filters.isEmpty')}`}
        checked={pick.isEmpty}
        onChange={({ currentTarget: { checked } }) => onSet({ values, isEmpty: checked })}
      />
    </div>
  );
}
