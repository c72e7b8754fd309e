import type { EditorTab } from '@causeway/contract/sql/queries.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HealthMark } from '#domain/intelligence/health-mark.tsx';
import { useHealth } from '#domain/intelligence/use-health.ts';
import { Icon } from '#ui/icon.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { tablesOfUse } from '../completion/columns-of-use.ts';
import type { NamedTable, NamesIndex } from '../completion/names-index.ts';
import { listUses } from '../completion/place.ts';
import { type LiveNames, namesQuery } from '../completion/use-names.ts';
import { quoted } from '@causeway/contract/sql/quoted.ts';
import classes from './schema-tree.module.css';
import { LineAction } from './line-action.tsx';

type SchemaTreeProps = {
  projectId: string;
  connectorId: string;
  /** The statement the cursor stands in. */
  sql: string;
  search: string;
  onInsert: (text: string) => void;
  onOpen: (tab: Partial<EditorTab>) => void;
};

/** More nobody scrolls through; the search finds the rest. */
const MOST_SHOWN = 300;

/**
 * Columns of the tables that are written about; the sidebar has the tree of all of them. A search
 * finds any other.
 */
export function SchemaTree(props: SchemaTreeProps) {
  const names = useQuery(namesQuery(props.connectorId));
  return <QueryView query={names}>{(live) => <Tree {...props} names={live} />}</QueryView>;
}

function Tree(props: SchemaTreeProps & { names: LiveNames }) {
  const { names, sql, search, onInsert, onOpen } = props;
  const { t } = useTranslation('sql');
  const healthOf = useHealth(props.projectId, props.connectorId);
  const [toggled, setToggled] = useState<ReadonlySet<number>>(new Set());
  const { index } = names;
  const isSearched = search !== '';
  const all = isSearched ? index.findTables(search, MOST_SHOWN) : namedTables(index, sql);
  const shown = all.slice(0, MOST_SHOWN);

  function toggle(oid: number) {
    const next = new Set(toggled);
    if (!next.delete(oid)) next.add(oid);
    setToggled(next);
  }

  if (all.length === 0) {
    return <p className={classes.none}>{t(isSearched ? 'side.noTables' : 'side.nothingNamed')}</p>;
  }
  return (
    <ul className={classes.tree} aria-label={t('side.schema')}>
      {shown.map((table) => {
        const name = writtenName(table, index.isInPath(table));
        // What is written about stands open, what is searched for does not.
        const isOpen = toggled.has(table.oid) === isSearched;
        return (
          <li key={table.oid}>
            <div className={classes.table}>
              <button
                type="button"
                className={classes.toggle}
                aria-expanded={isOpen}
                onClick={() => toggle(table.oid)}
              >
                <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} size={13} />
                <Icon name={table.kind === 'v' || table.kind === 'm' ? 'eye' : 'table'} size={14} />
                <span className={classes.name}>
                  {index.isInPath(table) ? table.name : `${table.schema}.${table.name}`}
                </span>
              </button>
              <HealthMark health={healthOf(table.schema, table.name)} />
              <LineAction
                icon="arrowRight"
                label={t('side.insert', { name: table.name })}
                onClick={() => onInsert(name)}
              />
              <LineAction
                icon="play"
                label={t('side.select', { name: table.name })}
                onClick={() => onOpen({ title: table.name, sql: `select *\nfrom ${name}` })}
              />
            </div>
            {isOpen && <Columns names={names} table={table} onInsert={onInsert} />}
          </li>
        );
      })}
      {all.length > shown.length && (
        <li className={classes.none}>{t('side.more', { count: all.length - shown.length })}</li>
      )}
    </ul>
  );
}

function namedTables(index: NamesIndex, sql: string): NamedTable[] {
  return [...new Set(listUses(sql).flatMap((use) => tablesOfUse(index, use)))];
}

type ColumnsProps = { names: LiveNames; table: NamedTable; onInsert: (text: string) => void };

function Columns({ names, table, onInsert }: ColumnsProps) {
  const [, redraw] = useState(0);
  const columns = names.index.columnsOf(table);
  useEffect(() => {
    if (columns) return;
    void names.learn([table]).then(
      () => redraw((times) => times + 1),
      () => undefined,
    );
  }, [columns, names, table]);
  const referred = new Map(
    names.index
      .referencesOf(table)
      .filter(({ from }) => from.oid === table.oid)
      .flatMap(({ columns: own, to }) => own.map((column) => [column, to.name] as const)),
  );
  return (
    <ul className={classes.columns}>
      {(columns ?? []).map(({ name, type }) => (
        <li key={name}>
          <button type="button" className={classes.column} onClick={() => onInsert(quoted(name))}>
            <span className={classes.name}>{name}</span>
            <span className={classes.type}>
              {referred.has(name) ? `→ ${referred.get(name)}` : type}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function writtenName(table: NamedTable, isInPath: boolean): string {
  return isInPath ? quoted(table.name) : `${quoted(table.schema)}.${quoted(table.name)}`;
}
