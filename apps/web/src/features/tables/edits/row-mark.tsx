import { useTranslation } from 'react-i18next';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';
import { useGridTexts } from '../grid/grid-texts.tsx';
import type { GridRow } from './grid-rows.ts';
import classes from './row-mark.module.css';

const marks: Record<string, IconName> = { insert: 'plus', update: 'edit', delete: 'minus' };

type RowMarkProps = { row: GridRow; href: string | undefined };

/** What is staged for a row, what the database said about it, or the way to its page. */
export function RowMark({ row: { change, problem }, href }: RowMarkProps) {
  const { openRow } = useGridTexts();
  if (problem) {
    return (
      <span className={classes.mark} data-kind="problem" title={problem.message}>
        <Icon name="error" size={14} label={problem.message} />
      </span>
    );
  }
  const icon = change && <ChangeMark kind={change.kind} />;
  if (!href) return icon;
  return (
    <>
      {icon && <span className={classes.overlaid}>{icon}</span>}
      <AppLink
        className={classes.open}
        data-quiet={icon ? true : undefined}
        href={href}
        tabIndex={-1}
        aria-label={openRow}
        title={openRow}
      />
    </>
  );
}

function ChangeMark({ kind }: { kind: string }) {
  const { t } = useTranslation('row-drafts');
  return (
    <span className={classes.mark} data-kind={kind} title={t(`mark.${kind}`)}>
      <Icon name={marks[kind] ?? 'edit'} size={14} label={t(`mark.${kind}`)} />
    </span>
  );
}
