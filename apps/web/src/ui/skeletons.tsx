import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './skeletons.module.css';

const widths = ['92%', '78%', '85%', '64%', '88%', '71%'];

/** Stand-ins for what is loading, in its final size, so that nothing moves when it arrives. */
export function SkeletonLines({ count = 4 }: { count?: number }) {
  return (
    <Loading>
      {indexes(count).map((index) => (
        <span key={index} className={classes.line} style={{ width: widthOf(index) }} />
      ))}
    </Loading>
  );
}

export function SkeletonTable({ rows = 8, columns = 4 }: { rows?: number; columns?: number }) {
  return (
    <Loading className={classes.table}>
      {indexes(rows).map((row) => (
        <span key={row} className={classes.row}>
          {indexes(columns).map((column) => (
            <span key={column} className={classes.line} style={{ width: widthOf(row + column) }} />
          ))}
        </span>
      ))}
    </Loading>
  );
}

export function SkeletonCards({ count = 3, height = 96 }: { count?: number; height?: number }) {
  return (
    <Loading className={classes.cards}>
      {indexes(count).map((index) => (
        <span key={index} className={classes.card} style={{ height }} />
      ))}
    </Loading>
  );
}

function Loading({ className, children }: { className?: string; children: ReactNode }) {
  const { t } = useTranslation('ui');
  return (
    <output aria-label={t('loading')} className={`${classes.loading} ${className ?? ''}`}>
      {children}
    </output>
  );
}

function widthOf(index: number): string | undefined {
  return widths[index % widths.length];
}

function indexes(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}
