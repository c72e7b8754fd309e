import { GRID_COLUMNS } from '@causeway/contract/dashboards/layout.ts';
import type { DashboardPicture } from '@causeway/contract/dashboards/pictures.ts';
import classes from './miniature.module.css';
import { SketchDrawing } from './sketch-drawing.tsx';

const SHOWN_ROWS = 14;

/** How a dashboard looked when it was seen last. */
export function Picture({ picture }: { picture: DashboardPicture }) {
  return (
    <div className={classes.picture} aria-hidden>
      {picture.tiles
        .filter(({ y }) => y < SHOWN_ROWS)
        .map(({ x, y, w, h, sketch }) => (
          <span
            key={`${x} ${y}`}
            className={classes.tile}
            data-kind={sketch.kind}
            style={{
              left: `${(100 * x) / GRID_COLUMNS}%`,
              top: `${(100 * y) / SHOWN_ROWS}%`,
              width: `${(100 * w) / GRID_COLUMNS}%`,
              height: `${(100 * Math.min(h, SHOWN_ROWS - y)) / SHOWN_ROWS}%`,
            }}
          >
            <span className={classes.box} data-seen>
              <SketchDrawing sketch={sketch} />
            </span>
          </span>
        ))}
    </div>
  );
}
