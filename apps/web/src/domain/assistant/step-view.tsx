import type { PartOf } from '@causeway/contract/assistant/parts.ts';
import { Loader } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ResultTable } from '#domain/artifacts/result-table.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';
import classes from './step-view.module.css';

const icons: Record<string, IconName> = {
  list_tables: 'database',
  search_schema: 'search',
  describe_table: 'table',
  run_sql: 'code',
  measure: 'chart',
  find_saved: 'search',
  search_snippets: 'folderOpen',
  read_file: 'fileText',
};

/** A tool at work: what it did in one line, its statement and its rows one click away. */
export function StepView({ step }: { step: PartOf<'step'> }) {
  const { t } = useTranslation('assistant');
  const [isOpen, setIsOpen] = useState(false);
  const hasMore = step.sql !== undefined || step.rows !== undefined || step.error !== undefined;
  const name = t(`tools.${step.tool}`, { defaultValue: step.tool });
  return (
    <div className={classes.step} data-state={step.state}>
      <button
        type="button"
        className={classes.line}
        aria-expanded={hasMore ? isOpen : undefined}
        disabled={!hasMore}
        onClick={() => setIsOpen(!isOpen)}
      >
        {step.state === 'running' ? (
          <Loader size={12} />
        ) : (
          <Icon
            name={step.state === 'failed' ? 'warning' : (icons[step.tool] ?? 'bolt')}
            size={14}
          />
        )}
        <span className={classes.name}>{name}</span>
        <span className={classes.about}>{step.about}</span>
        {step.rows && (
          <span className={classes.count}>{t('rows', { count: step.rows.rows.length })}</span>
        )}
        {step.milliseconds !== undefined && (
          <span className={classes.count}>{step.milliseconds} ms</span>
        )}
        {hasMore && <Icon name={isOpen ? 'chevronUp' : 'chevronDown'} size={14} />}
      </button>
      {isOpen && (
        <div className={classes.details}>
          {step.error !== undefined && <p className={classes.error}>{step.error}</p>}
          {step.sql !== undefined && (
            // Without a tab stop a keyboard could not scroll it.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            <pre className={classes.sql} tabIndex={0} aria-label="SQL">
              {step.sql}
            </pre>
          )}
          {step.rows && <ResultTable label={name} {...step.rows} />}
        </div>
      )}
    </div>
  );
}
