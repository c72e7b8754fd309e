import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './skeletons.module.css';

const lineWidths = ['92%', '78%', '85%', '64%', '88%', '71%'];

/** Stand-ins for what is loading, in its final size, so that nothing moves when it arrives. */
export function SkeletonLines({ count = 4 }: { count?: number }) {
  return (
    <Loading>
      {indexes(count).map((index) => (
        <Skeleton key={index} height={12} width={lineWidths[index % lineWidths.length]} />
      ))}
    </Loading>
  );
}

export function SkeletonTable({ rows = 8, columns = 4 }: { rows?: number; columns?: number }) {
  return (
    <Loading className={classes.table}>
      {indexes(rows).map((row) => (
        <div key={row} className={classes.row}>
          {indexes(columns).map((column) => (
            <Skeleton key={column} height={10} width={lineWidths[(row + column) % 6]} />
          ))}
        </div>
      ))}
    </Loading>
  );
}

export function SkeletonCards({ count = 3, height = 96 }: { count?: number; height?: number }) {
  return (
    <Loading className={classes.cards}>
      {indexes(count).map((index) => (
        <Skeleton key={index} height={height} radius="md" />
      ))}
    </Loading>
  );
}

function Loading({ className, children }: { className?: string; children: React.ReactNode }) {
  const { t } = useTranslation('ui');
  return (
    <output aria-label={t('loading')} className={`${classes.loading} ${className ?? ''}`}>
      {children}
    </output>
  );
}

function indexes(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}
