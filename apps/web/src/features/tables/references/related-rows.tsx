import type { TableDetails } from '@causeway/contract/tables/details.ts';
import { useQueries } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { Icon } from '#ui/icon.tsx';
import type { Cell } from '#domain/data-grid/cell-display.ts';
import { keyFilters } from '#domain/filters/filter-choices.ts';
import { useTableLabels } from '../list/use-table-labels.ts';
import { useTableHref } from '../use-table-view.ts';
import { labelOfQuery } from './reference-queries.ts';
import { backReferences, ReverseReferences } from './reverse-references.tsx';
import classes from './reverse-references.module.css';

type RelatedRowsProps = {
  connectorId: string;
  details: TableDetails;
  /** The value of a column of the row; undefined or null leads nowhere. */
  valueOf: (column: string) => Cell | undefined;
};

/** Rows that this one points at, by what they are called, and those that point at it. */
export function RelatedRows({ connectorId, details, valueOf }: RelatedRowsProps) {
  const { t } = useTranslation('tables');
  const hrefOf = useTableHref();
  const labelOf = useTableLabels();
  const away = details.foreignKeys.flatMap(({ name, columns, references }) => {
    const values = columns.map(valueOf);
    if (values.some((value) => value === null || value === undefined)) return [];
    return { name, reference: references, values: values.map(String) };
  });
  const labels = useQueries({ queries: away.map((one) => labelOfQuery(connectorId, one)) });
  const back = backReferences(details, valueOf);
  return (
    <>
      {away.length > 0 && (
        <section className={classes.references}>
          <h3 className={classes.title}>{t('related.away')}</h3>
          <ul className={classes.list}>
            {away.map(({ name, reference, values }, place) => (
              <li key={name}>
                <AppLink
                  className={classes.link}
                  href={hrefOf(reference, { filters: keyFilters(reference.columns, values) })}
                >
                  <Icon name="arrowRight" size={13} />
                  <span className={classes.name}>{labelOf(reference)}</span>
                  <span className={classes.column}>
                    {[labels[place]?.data, values.join(', ')].filter(Boolean).join(' · ')}
                  </span>
                </AppLink>
              </li>
            ))}
          </ul>
        </section>
      )}
      <ReverseReferences
        key={JSON.stringify(back.map(({ values }) => values))}
        connectorId={connectorId}
        references={back}
      />
    </>
  );
}
