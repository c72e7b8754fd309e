import { ANY_COLUMN, type Filter } from '@causeway/contract/tables/filters.ts';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './filter-chips.module.css';
import { spanOf, valueCountOf } from './filter-choices.ts';
import { writePath } from './json-path.ts';

type FilterTextProps = {
  filter: Filter;
  labelOf: (name: string) => string;
  /** Stands among others, so that its own parts need brackets. */
  isInside?: boolean;
};

/** A filter as a sentence. */
export function FilterText({ filter, labelOf, isInside = false }: FilterTextProps) {
  const { t } = useTranslation('filters');
  if ('not' in filter) {
    return (
      <>
        {t('filter.not')} <FilterText filter={filter.not} labelOf={labelOf} isInside />
      </>
    );
  }
  if ('column' in filter) {
    const { column, path = [], operator, value, values } = filter;
    const count = valueCountOf(operator);
    const span = operator === 'inLast' ? spanOf(String(value)) : undefined;
    const shown = span
      ? `${span.count} ${t(`last.${span.unit}`, { count: span.count })}`
      : operator === 'inThis'
        ? t(`this.${String(value)}`)
        : count === 'two'
          ? values?.join(' – ')
          : (values?.join(', ') ?? String(value));
    return (
      <>
        <b>
          {[column === ANY_COLUMN ? t('filter.anyColumn') : labelOf(column), writePath(path)]
            .filter(Boolean)
            .join(' → ')}
        </b>{' '}
        {t(`operator.${operator}`)}
        {count !== 'none' && <span className={classes.value}> {shown}</span>}
      </>
    );
  }
  const isOr = 'or' in filter;
  const parts = isOr ? filter.or : filter.and;
  if (parts.length === 0) return t('filter.empty');
  const needsBrackets = isInside && parts.length > 1;
  return (
    <>
      {needsBrackets && '('}
      {parts.map((part, place) => (
        <Fragment key={JSON.stringify(part)}>
          {place > 0 && ` ${t(isOr ? 'filter.or' : 'filter.and')} `}
          <FilterText filter={part} labelOf={labelOf} isInside />
        </Fragment>
      ))}
      {needsBrackets && ')'}
    </>
  );
}
