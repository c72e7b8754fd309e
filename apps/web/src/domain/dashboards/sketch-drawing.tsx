import type { Sketch } from '@causeway/contract/dashboards/pictures.ts';
import { darkPalette, lightPalette } from '@causeway/contract/drawing/palette.ts';
import { Icon } from '#ui/icon.tsx';
import classes from './sketch-drawing.module.css';

/* A drawing is made once of what was kept: its strokes have no other name than their place. */
/* oxlint-disable react/no-array-index-key */

type Of<Kind extends Sketch['kind']> = Extract<Sketch, { kind: Kind }>;

/** A tile as it was seen last, in a few strokes. */
export function SketchDrawing({ sketch }: { sketch: Sketch }) {
  switch (sketch.kind) {
    case 'number':
      return (
        <span className={classes.number}>
          <b>{sketch.text}</b>
          {sketch.trend.length > 1 && <Lines lines={[sketch.trend]} isFilled={false} />}
        </span>
      );
    case 'lines':
      return <Lines lines={sketch.lines} isFilled={sketch.isFilled} />;
    case 'bars':
      return <Bars bars={sketch.bars} />;
    case 'parts':
      return <Parts parts={sketch.parts} />;
    case 'steps':
      return (
        <span className={classes.steps}>
          {sketch.steps.map((step, at) => (
            <i key={at} style={{ width: `${100 * Math.max(step, 0.03)}%` }} />
          ))}
        </span>
      );
    case 'points':
      return (
        <svg className={classes.picture} viewBox="0 0 100 60" preserveAspectRatio="none">
          {sketch.points.map(([x, y], at) => (
            <circle key={at} cx={3 + 94 * x} cy={57 - 54 * y} r={1.4} />
          ))}
        </svg>
      );
    case 'cells':
      return <Cells rows={sketch.rows} />;
    case 'table':
      return (
        <span className={classes.table}>
          {sketch.rows.map((row, at) => (
            <span key={at}>
              {row.map((text, place) => (
                <i key={place}>{text}</i>
              ))}
            </span>
          ))}
        </span>
      );
    case 'gauge':
      return (
        <span className={classes.number}>
          <b>{sketch.text}</b>
          <span className={classes.gauge}>
            <i style={{ width: `${100 * sketch.share}%` }} />
          </span>
        </span>
      );
    case 'text':
      return <span className={classes.text}>{sketch.text}</span>;
    case 'image':
      return <Icon name="image" size={16} />;
    case 'failed':
      return (
        <span className={classes.failed}>
          <Icon name="warning" size={14} />
        </span>
      );
    default:
      return null;
  }
}

function slot(at: number) {
  const [light, dark] = [lightPalette.series, darkPalette.series];
  return `light-dark(${light[at % light.length]}, ${dark[at % dark.length]})`;
}

function Lines({ lines, isFilled }: Pick<Of<'lines'>, 'lines' | 'isFilled'>) {
  return (
    <svg className={classes.picture} viewBox="0 0 100 60" preserveAspectRatio="none">
      {lines.map((line, at) => {
        const path = pathOf(line);
        const end = `L${xOf(line.length - 1, line.length)} 60L0 60Z`;
        return (
          <g key={at} style={{ color: slot(at) }}>
            {isFilled && path && <path className={classes.area} d={path + end} />}
            <path className={classes.line} d={path} />
          </g>
        );
      })}
    </svg>
  );
}

function xOf(at: number, count: number): number {
  return count > 1 ? (100 * at) / (count - 1) : 50;
}

/** What is missing is a gap. */
function pathOf(line: readonly (number | null)[]): string {
  return line
    .map((value, at) => {
      if (value === null) return '';
      const isFirst = at === 0 || line[at - 1] === null;
      return `${isFirst ? 'M' : 'L'}${xOf(at, line.length).toFixed(1)} ${(57 - 54 * value).toFixed(1)}`;
    })
    .join('');
}

function Bars({ bars }: Pick<Of<'bars'>, 'bars'>) {
  const count = Math.max(1, ...bars.map((one) => one.length));
  const totals = Array.from({ length: count }, (_, at) =>
    bars.reduce((sum, one) => sum + (one[at] ?? 0), 0),
  );
  const most = Math.max(1e-9, ...totals);
  const width = 100 / count;
  return (
    <svg className={classes.picture} viewBox="0 0 100 60" preserveAspectRatio="none">
      {Array.from({ length: count }, (_, at) => {
        return bars.map((one, series) => {
          const height = (56 * (one[at] ?? 0)) / most;
          const below = bars.slice(0, series).reduce((sum, other) => sum + (other[at] ?? 0), 0);
          const top = 60 - (56 * below) / most - height;
          return (
            <rect
              key={`${at} ${series}`}
              x={at * width + width * 0.15}
              y={top}
              width={width * 0.7}
              height={height}
              style={{ color: slot(series) }}
            />
          );
        });
      })}
    </svg>
  );
}

function Parts({ parts }: Pick<Of<'parts'>, 'parts'>) {
  const total = parts.reduce((sum, part) => sum + part, 0) || 1;
  return (
    <svg className={classes.pie} viewBox="-21 -21 42 42">
      {parts.map((part, at) => {
        const share = (100 * part) / total;
        const before = parts.slice(0, at).reduce((sum, other) => sum + other, 0);
        const offset = (-100 * before) / total;
        return (
          <circle
            key={at}
            r={14}
            pathLength={100}
            strokeDasharray={`${share} ${100 - share}`}
            strokeDashoffset={offset}
            style={{ color: slot(at) }}
          />
        );
      })}
    </svg>
  );
}

function Cells({ rows }: Pick<Of<'cells'>, 'rows'>) {
  const width = Math.max(1, ...rows.map((row) => row.length));
  return (
    <svg
      className={classes.picture}
      viewBox={`0 0 ${width} ${Math.max(1, rows.length)}`}
      preserveAspectRatio="none"
    >
      {rows.map((row, y) =>
        row.map(
          (value, x) =>
            value !== null && (
              <rect
                key={`${x} ${y}`}
                x={x + 0.06}
                y={y + 0.06}
                width={0.88}
                height={0.88}
                style={{ color: slot(0), opacity: 0.12 + 0.88 * value }}
              />
            ),
        ),
      )}
    </svg>
  );
}
