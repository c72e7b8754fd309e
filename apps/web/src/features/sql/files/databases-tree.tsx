import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Connector } from '#platform/current-project/projects-query.ts';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { Icon } from '#ui/icon.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { type LiveNames, namesQuery } from '../completion/use-names.ts';
import classes from '../side/schema-tree.module.css';
import own from './files-tree.module.css';
import { writtenTable } from './written-names.ts';
import { LineAction } from '../side/line-action.tsx';

type DatabasesTreeProps = { search: string; onInsert: (text: string) => void };

const MOST_SHOWN = 200;

/** Databases of the project, whose tables a statement over files can join. */
export function DatabasesTree({ search, onInsert }: DatabasesTreeProps) {
  const { t } = useTranslation('sql');
  const { project } = useCurrentProject();
  const [open, setOpen] = useState('');
  const databases = (project?.connectors ?? []).filter(
    ({ implementation }) => implementation === 'sql',
  );
  if (databases.length === 0) return null;
  return (
    <section aria-label={t('files.databases')}>
      <h2 className={own.title}>{t('files.databases')}</h2>
      <ul className={classes.tree}>
        {databases.map((database) => (
          <li key={database.id}>
            <div className={classes.table}>
              <button
                type="button"
                className={classes.toggle}
                aria-expanded={open === database.id}
                onClick={() => setOpen(open === database.id ? '' : database.id)}
              >
                <Icon name={open === database.id ? 'chevronDown' : 'chevronRight'} size={13} />
                <Icon name="database" size={14} />
                <span className={classes.name}>{database.name}</span>
              </button>
            </div>
            {open === database.id && (
              <Tables database={database} search={search} onInsert={onInsert} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

type TablesProps = DatabasesTreeProps & { database: Connector };

function Tables(props: TablesProps) {
  const names = useQuery(namesQuery(props.database.id));
  return <QueryView query={names}>{(live) => <Listed {...props} names={live} />}</QueryView>;
}

function Listed({ database, search, onInsert, names }: TablesProps & { names: LiveNames }) {
  const { t } = useTranslation('sql');
  const listed = names.index.tables.filter(
    ({ schema }) => !/^(pg_|information_schema)/.test(schema),
  );
  const found = search === '' ? listed : names.index.findTables(search, MOST_SHOWN);
  if (found.length === 0) return <p className={classes.none}>{t('side.noTables')}</p>;
  return (
    <ul className={own.below}>
      {found.slice(0, MOST_SHOWN).map((table) => {
        const written = writtenTable(database.name, table.schema, table.name);
        return (
          <li key={table.oid} className={classes.table}>
            <button
              type="button"
              className={classes.toggle}
              title={written}
              onClick={() => onInsert(written)}
            >
              <Icon name="table" size={14} />
              <span className={classes.name}>
                {table.schema === 'public' ? table.name : `${table.schema}.${table.name}`}
              </span>
            </button>
            <LineAction
              icon="arrowRight"
              label={t('side.insert', { name: table.name })}
              onClick={() => onInsert(written)}
            />
          </li>
        );
      })}
    </ul>
  );
}
