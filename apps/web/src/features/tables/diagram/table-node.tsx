import { ActionIcon } from '@mantine/core';
import { Handle, Position, type Node, type NodeProps } from '@xyflow/react';
import { use } from 'react';
import { useTranslation } from 'react-i18next';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { useSettings } from '#platform/settings/use-settings.ts';
import { Icon } from '#ui/icon.tsx';
import { kindIcons } from '../list/kind-icons.ts';
import { DiagramContext } from './diagram-context.ts';
import type { Placed } from './diagram-layout.ts';
import classes from './diagram.module.css';

export type TableNodeType = Node<{ placed: Placed }, 'table'>;

/** A table on the canvas: its name leads to its rows, its columns hold the ends of references. */
export function TableNode({ id, data: { placed } }: NodeProps<TableNodeType>) {
  const { t } = useTranslation('tables');
  const { showRawNames } = useSettings();
  const { lit, neighbours, focusId, hrefOf, focusHrefOf, light, centre } = use(DiagramContext);
  const { table } = placed;
  const name = showRawNames ? table.name : table.label;
  const isDim = lit !== undefined && lit !== id && !neighbours.has(id);
  const hidden = table.columnCount - table.columns.length;
  return (
    <article
      className={classes.table}
      aria-label={name}
      data-lit={lit === id || undefined}
      data-dim={isDim || undefined}
      data-focus={focusId === id || undefined}
    >
      <header className={classes.head}>
        <Icon name={kindIcons[table.kind]} size={14} />
        <AppLink
          className={classes.name}
          href={hrefOf(table)}
          title={id}
          onFocus={(event) => {
            light(id);
            // A mouse is where it wants to be already.
            if (event.currentTarget.matches(':focus-visible')) centre(id);
          }}
          onBlur={() => light(undefined)}
        >
          {name}
        </AppLink>
        {focusId !== id && (
          <ActionIcon
            component={AppLink}
            className={classes.focus}
            size={22}
            variant="subtle"
            color="gray"
            href={focusHrefOf(table)}
            aria-label={t('diagram.focusOn', { name })}
            title={t('diagram.focusOn', { name })}
          >
            <Icon name="focus" size={14} />
          </ActionIcon>
        )}
      </header>
      <ul className={classes.columns}>
        {table.columns.map((column) => (
          <li key={column.name} className={classes.column}>
            <Ends column={column.name} />
            <span className={classes.mark}>
              {column.isKey && <Icon name="key" size={12} label={t('diagram.key')} />}
              {column.isReference && !column.isKey && (
                <Icon name="link" size={12} label={t('diagram.reference')} />
              )}
            </span>
            <span className={classes.columnName} title={column.name}>
              {showRawNames ? column.name : column.label}
            </span>
            <span
              className={classes.type}
              title={column.isNullable ? t('diagram.nullable', { type: column.type }) : column.type}
            >
              {shortType(column.type)}
              {column.isNullable && '?'}
            </span>
          </li>
        ))}
        {hidden > 0 && <li className={classes.more}>{t('diagram.more', { count: hidden })}</li>}
      </ul>
    </article>
  );
}

/** References may come and go on either side of a column. */
function Ends({ column }: { column: string }) {
  return [Position.Left, Position.Right].map((side) => (
    <span key={side} aria-hidden>
      <Handle id={`from ${side} ${column}`} type="source" position={side} isConnectable={false} />
      <Handle id={`to ${side} ${column}`} type="target" position={side} isConnectable={false} />
    </span>
  ));
}

/** As people write them where there is little room. */
function shortType(type: string): string {
  return type
    .replace(/^character varying/, 'varchar')
    .replace(/^(timestamp|time)(\(\d\))? with time zone/, '$1tz$2')
    .replace(/ without time zone/, '');
}
