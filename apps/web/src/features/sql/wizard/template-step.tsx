import { Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from '#ui/icon.tsx';
import type { NamedTable } from '../completion/names-index.ts';
import { isTimeColumn, findTemplateReason } from './template-reasons.ts';
import classes from './template-step.module.css';
import type { Wizard } from './use-wizard.ts';
import { readingTemplates, writingTemplates, type Template } from './wizard-state.ts';

const icons: Record<Template, IconName> = {
  rows: 'table',
  groups: 'chart',
  timeline: 'chartLine',
  joined: 'link',
  duplicates: 'copy',
  missing: 'filter',
  insert: 'plus',
  update: 'edit',
  delete: 'trash',
};
const MOST_OFFERED = 60;

/** Which table it is about, and what is wanted of it. */
export function TemplateStep({ wizard, mayWrite }: { wizard: Wizard; mayWrite: boolean }) {
  const { t } = useTranslation('sql');
  const { state, names, table, choose } = wizard;
  const [search, setSearch] = useState('');
  const found = names?.index.findTables(search === nameIn(state) ? '' : search, MOST_OFFERED) ?? [];
  const own = found.filter(({ schema }) => !/^(pg_|information_schema)/.test(schema));
  const chosen =
    state.table === '' ? undefined : names?.index.findTable(state.table, state.schema || undefined);
  const offered = chosen && !own.some(({ oid }) => oid === chosen.oid) ? [chosen, ...own] : own;

  function chooseTable(oid: string | null) {
    const next = names?.index.tables.find((one) => String(one.oid) === oid);
    if (!next) return;
    choose({
      ...freshChoices,
      table: next.name,
      schema: names?.index.isInPath(next) ? '' : next.schema,
    });
  }

  function chooseTemplate(template: Template) {
    const time = table?.columns.find(isTimeColumn)?.name ?? '';
    const needsJoin = template === 'joined' || template === 'missing';
    // What a row points at is one row; what points at it multiplies it.
    const single = table?.references.findIndex(({ isMany }) => !isMany) ?? -1;
    const first = template === 'joined' ? Math.max(0, single) : 0;
    choose({ ...freshChoices, template, timeColumn: time, joins: needsJoin ? [first] : [] });
  }

  return (
    <>
      <Select
        label={t('wizard.table')}
        placeholder={t('wizard.tableHint')}
        searchable
        value={chosen ? String(chosen.oid) : null}
        data={offered.map((one) => ({
          value: String(one.oid),
          label: labelOf(one, names?.index.isInPath(one)),
        }))}
        filter={({ options }) => options}
        searchValue={search}
        onSearchChange={setSearch}
        onChange={chooseTable}
        nothingFoundMessage={t('side.noTables')}
      />
      {(
        [
          ['reading', readingTemplates],
          ['writing', writingTemplates],
        ] as const
      ).map(([kind, list]) => (
        <section key={kind} className={classes.group}>
          <h2 className={classes.kind}>{t(`wizard.${kind}`)}</h2>
          <div className={classes.cards}>
            {list.map((template) => {
              const reason = findTemplateReason(template, { table, mayWrite });
              return (
                <button
                  key={template}
                  type="button"
                  className={classes.card}
                  aria-pressed={state.template === template}
                  disabled={reason !== undefined}
                  onClick={() => chooseTemplate(template)}
                >
                  <Icon name={icons[template]} size={18} />
                  <span className={classes.name}>{t(`wizard.template.${template}`)}</span>
                  <span className={classes.line}>
                    {reason ? t(`wizard.reason.${reason}`) : t(`wizard.line.${template}`)}
                  </span>
                </button>
              );
            })}
          </div>
        </section>
      ))}
    </>
  );
}

/** Columns of one table or template mean nothing to another. */
const freshChoices = { columns: [], joins: [], conditions: [], order: null, timeColumn: '' };

function labelOf({ name, schema }: NamedTable, isInPath: boolean | undefined): string {
  return isInPath ? name : `${schema}.${name}`;
}

function nameIn({ table, schema }: { table: string; schema: string }): string {
  return schema === '' ? table : `${schema}.${table}`;
}
