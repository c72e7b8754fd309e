import {
  type DragEvent,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useRef,
} from 'react';
import { useTranslation } from 'react-i18next';
import { AppLink } from '#platform/navigation/app-link.tsx';
import type { GridRow } from '../edits/grid-rows.ts';
import type { ShownColumn } from '../table-columns.ts';
import { CardValue } from './card-value.tsx';
import classes from './card.module.css';

type RowCardProps = {
  connectorId: string;
  row: GridRow;
  title: ShownColumn | undefined;
  fields: readonly ShownColumn[];
  /** The row's own page; undefined where rows can't be told apart. */
  href: string | undefined;
  isActive: boolean;
  isDraggable?: boolean;
  /** It was moved here by a key, which goes on from here. */
  isAwaited?: boolean;
  /** One line, with the time it begins at; `isLater` on the days after that. */
  isSmall?: boolean;
  time?: string;
  isLater?: boolean;
  /** Above the title. */
  lead?: ReactNode;
  menu?: ReactNode;
  onOpen: () => void;
  onFocus?: () => void;
  /** Something else has the focus; not that the card is drawn anew. */
  onLeave?: () => void;
  onKey?: (event: KeyboardEvent) => void;
  onDrag?: (event: DragEvent) => void;
  onDragEnd?: () => void;
};

/** A row as a card. All of it opens the row, and all of it can be dragged. */
export function RowCard(props: RowCardProps) {
  const { connectorId, row, title, fields, href, isActive } = props;
  const { isAwaited = false, isDraggable = false } = props;
  const { t } = useTranslation('ways');
  const link = useRef<HTMLAnchorElement & HTMLButtonElement>(null);
  useEffect(() => {
    if (isAwaited) link.current?.focus();
  }, [isAwaited]);
  const name = title ? (
    <CardValue connectorId={connectorId} row={row} column={title} />
  ) : (
    t('openRow')
  );
  const label = (
    <>
      {props.isLater && <span className={classes.time}>→</span>}
      {props.time && <span className={classes.time}>{props.time}</span>}
      {name}
    </>
  );
  const opener = {
    ref: link,
    className: classes.title,
    tabIndex: isActive ? 0 : -1,
    'data-card': true,
    onFocus: props.onFocus,
    onBlur: ({ relatedTarget }: FocusEvent) => relatedTarget && props.onLeave?.(),
    onKeyDown: props.onKey,
  };
  return (
    <div
      className={classes.card}
      data-change={row.change?.kind}
      data-small={props.isSmall || undefined}
      data-problem={row.problem !== undefined || undefined}
      title={row.problem?.message}
      draggable={isDraggable}
      onDragStart={props.onDrag}
      onDragEnd={props.onDragEnd}
    >
      {props.lead}
      {href ? (
        <AppLink
          {...opener}
          href={href}
          // It is the card that is dragged, not its address.
          draggable={false}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
            event.preventDefault();
            props.onOpen();
          }}
        >
          {label}
        </AppLink>
      ) : (
        <button {...opener} type="button" onClick={props.onOpen}>
          {label}
        </button>
      )}
      {fields.map((column) => (
        <span key={column.name} className={classes.field}>
          <span className={classes.name}>{column.label}</span>
          <span className={classes.value}>
            <CardValue connectorId={connectorId} row={row} column={column} />
          </span>
        </span>
      ))}
      {props.menu}
    </div>
  );
}
