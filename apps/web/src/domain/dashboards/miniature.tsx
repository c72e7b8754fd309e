import { GRID_COLUMNS } from '@causeway/contract/dashboards/layout.ts';
import type { DashboardSummary } from '@causeway/contract/dashboards/list.ts';
import { Icon, type IconName } from '#ui/icon.tsx';
import classes from './miniature.module.css';

/** So many rows of a dashboard are seen at a glance. */
const SHOWN_ROWS = 14;

type MiniatureTile = DashboardSummary['tiles'][number];

export const tileIcons = {
  number: 'gauge',
  chart: 'chartLine',
  table: 'table',
  gauge: 'gauge',
  pivot: 'columns',
  text: 'fileText',
  link: 'link',
  image: 'image',
} as const satisfies Record<MiniatureTile['kind'], IconName>;

/** What lies where, drawn small. */
export function Miniature({ tiles }: { tiles: MiniatureTile[] }) {
  const shown = tiles.filter(({ y }) => y < SHOWN_ROWS);
  return (
    <div className={classes.picture} aria-hidden>
      {shown.map(({ kind, x, y, w, h }) => (
        <span
          key={`${x} ${y}`}
          className={classes.tile}
          data-kind={kind}
          style={{
            left: `${(100 * x) / GRID_COLUMNS}%`,
            top: `${(100 * y) / SHOWN_ROWS}%`,
            width: `${(100 * w) / GRID_COLUMNS}%`,
            height: `${(100 * Math.min(h, SHOWN_ROWS - y)) / SHOWN_ROWS}%`,
          }}
        >
          <span className={classes.box}>{w > 2 && h > 2 && <Icon name={tileIcons[kind]} />}</span>
        </span>
      ))}
      {tiles.length === 0 && (
        <span className={classes.none}>
          <Icon name="dashboard" size={22} />
        </span>
      )}
    </div>
  );
}
