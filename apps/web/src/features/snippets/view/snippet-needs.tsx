import type { QueryParameter } from '@causeway/contract/sql/queries.ts';
import { needsOf } from '@causeway/contract/snippets/placeholders.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import classes from './snippet-needs.module.css';

type SnippetNeedsProps = { sql: string; parameters: readonly QueryParameter[] };

/** The contract of a snippet: tables and columns it needs, and what is asked before it runs. */
export function SnippetNeeds({ sql, parameters }: SnippetNeedsProps) {
  const { t } = useTranslation('snippets');
  const needs = useMemo(() => needsOf(sql), [sql]);
  const known = new Map(parameters.map((parameter) => [parameter.name, parameter]));
  return (
    <section className={classes.needs}>
      <h2 className={classes.title}>{t('needs.title')}</h2>
      {needs.tables.length === 0 && <p className={classes.none}>{t('needs.noTables')}</p>}
      <ul className={classes.list}>
        {needs.tables.map((table) => (
          <li key={table.name}>
            <span className={classes.table}>
              <Icon name="table" size={14} /> {table.name}
            </span>
            <ul className={classes.columns}>
              {table.columns.map((column) => (
                <li key={column.name}>
                  <code>{column.name}</code>
                  <span className={classes.type}>{column.type ?? t('needs.anyType')}</span>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {needs.parameters.length > 0 && (
        <>
          <h3 className={classes.subtitle}>{t('needs.parameters')}</h3>
          <ul className={classes.columns}>
            {needs.parameters.map((name) => (
              <li key={name}>
                <code>:{name}</code>
                <span className={classes.type}>
                  {[known.get(name)?.type, known.get(name)?.value].filter(Boolean).join(' · ')}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
