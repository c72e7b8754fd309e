import type { EditorTab } from '@causeway/contract/sql/queries.ts';
import { ActionIcon } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HealthMark } from '#domain/intelligence/health-mark.tsx';
import { useHealth } from '#domain/intelligence/use-health.ts';
import { Icon } from '#ui/icon.tsx';
import { SkeletonLines } from '#ui/skeletons.tsx';
import type { NamedTable } from '../completion/names-index.ts';
import type { LiveNames } from '../completion/use-names.ts';
import { quoted } from '../completion/words.ts';
import classes from './schema-tree.module.css';

type SchemaTreeProps = {
  projectId: string;
  connectorId: string;
  names: LiveNames | undefined;
  search: string;
  onInsert: (text: string) => void;
  onOpen: (tab: Partial<EditorTab>) => void;
};

/** More nobody scrolls through; the search finds the rest. */
const MOST_SHOWN = 300;

export function SchemaTree(props: SchemaTreeProps) {
  const { names, search, onInsert, onOpen } = props;
  const { t } = useTranslation('sql');
  const healthOf = useHealth(props.projectId, props.connectorId);
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  if (!names) return <SkeletonLines />;
  const { index } = names;
  const all =
    search === ''
      ? index.tables.filter(({ schema }) => !/^(pg_|information_schema)/.test(schema))
      : index.findTables(search, MOST_SHOWN);
  const shown = all.slice(0, MOST_SHOWN);

  function toggle(oid: number) {
    const next = new Set(open);
    if (!next.delete(oid)) next.add(oid);
    setOpen(next);
  }

  if (all.length === 0) return <p className={classes.none}>{t('side.noTables')}</p>;
  return (
    <ul className={classes.tree} aria-label={t('side.schema')}>
      {shown.map((table) => {
        const name = writtenName(table, index.isInPath(table));
        const isOpen = open.has(table.oid);
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
              <ActionIcon
                size={22}
                variant="subtle"
                className={classes.action}
                aria-label={t('side.insert', { name: table.name })}
                onClick={() => onInsert(name)}
              >
                <Icon name="arrowRight" size={13} />
              </ActionIcon>
              <ActionIcon
                size={22}
                variant="subtle"
                className={classes.action}
                aria-label={t('side.select', { name: table.name })}
                onClick={() => onOpen({ title: table.name, sql: `select *\nfrom ${name}` })}
              >
                <Icon name="play" size={13} />
              </ActionIcon>
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
