import { useTranslation } from 'react-i18next';
import { axisTicks, cutName, placeNames, roomBeside } from './chart-scale.ts';
import classes from './chart.module.css';

type Series = { name: string; values: (number | null)[] };

type ChartProps = {
  title: string;
  form: 'bar' | 'line';
  labels: string[];
  series: Series[];
  /** Measured by whoever places the chart, so that text keeps its size at every width. */
  width: number;
};

const PLOT_HEIGHT = 188;
const TOP = 8;
const BELOW = 24;
const BELOW_SLANTED = 78;
const SLANT = -35;

export function Chart(props: ChartProps) {
  const { title, form, labels, series, width } = props;
  const { i18n } = useTranslation('artifacts');
  const format = new Intl.NumberFormat(i18n.language, { notation: 'compact' });
  const values = series.flatMap((one) => one.values.filter((value) => value !== null));
  const ticks = axisTicks(values);
  const figures = ticks.map((tick) => format.format(tick));
  const left = roomBeside(figures);
  const scale = makeScale({ width, left, count: labels.length, ticks });
  const names = placeNames(labels, scale.band, form === 'bar');
  const height = TOP + PLOT_HEIGHT + (names.isSlanted ? BELOW_SLANTED : BELOW);
  const exact = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 20 });
  const tell: Tell = (label, name, value) => `${label} · ${name}: ${exact.format(value)}`;
  return (
    <figure className={classes.figure}>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
      <svg width={width} height={height} role="img" aria-label={title}>
        {ticks.map((tick, index) => (
          <g key={tick} className={classes.tick}>
            <line x1={left} x2={width} y1={scale.y(tick)} y2={scale.y(tick)} />
            <text x={left - 8} y={scale.y(tick)}>
              {figures[index]}
            </text>
          </g>
        ))}
        {labels.map((label, index) =>
          index % names.stride === 0 ? (
            <text
              // Two things may have the same name.
              // oxlint-disable-next-line react/no-array-index-key
              key={index}
              className={classes.label}
              data-slanted={names.isSlanted || undefined}
              transform={`translate(${scale.x(index) + scale.band / 2} ${TOP + PLOT_HEIGHT + 16})${names.isSlanted ? ` rotate(${SLANT})` : ''}`}
            >
              {cutName(label, names.most)}
              <title>{label}</title>
            </text>
          ) : null,
        )}
        {series.map((one, index) =>
          form === 'bar' ? (
            <Bars key={one.name} {...{ one, index, count: series.length, labels, scale, tell }} />
          ) : (
            <Line key={one.name} {...{ one, index, labels, scale, tell }} />
          ),
        )}
      </svg>
      {series.length > 1 && (
        <figcaption className={classes.legend}>
          {series.map((one, index) => (
            <span key={one.name} data-series={index % 4}>
              {one.name}
            </span>
          ))}
        </figcaption>
      )}
    </figure>
  );
}

type Scale = ReturnType<typeof makeScale>;

/** What is said of a value one points at. */
type Tell = (label: string, name: string, value: number) => string;

type Room = { width: number; left: number; count: number; ticks: number[] };

function makeScale({ width, left, count, ticks }: Room) {
  const lowest = ticks[0] ?? 0;
  const highest = ticks.at(-1) ?? 1;
  const band = Math.max(0, width - left) / Math.max(count, 1);
  return {
    band,
    x: (index: number) => left + index * band,
    y: (value: number) => TOP + PLOT_HEIGHT * (1 - (value - lowest) / (highest - lowest)),
  };
}

type LineProps = { one: Series; index: number; labels: string[]; scale: Scale; tell: Tell };
type BarsProps = LineProps & { count: number };

function Bars({ one, index, count, labels, scale, tell }: BarsProps) {
  const barWidth = Math.max(1, Math.min(36, (scale.band * 0.7) / count));
  const offset = (scale.band - barWidth * count) / 2 + barWidth * index;
  return (
    <g className={classes.bars} data-series={index % 4}>
      {one.values.map((value, at) =>
        value === null ? null : (
          <rect
            // oxlint-disable-next-line react/no-array-index-key
            key={at}
            x={scale.x(at) + offset}
            y={Math.min(scale.y(value), scale.y(0))}
            width={barWidth}
            height={Math.abs(scale.y(value) - scale.y(0))}
            rx={Math.min(2, barWidth / 2)}
          >
            <title>{tell(labels[at] ?? '', one.name, value)}</title>
          </rect>
        ),
      )}
    </g>
  );
}

function Line({ one, index, labels, scale, tell }: LineProps) {
  const at = (position: number) => scale.x(position) + scale.band / 2;
  return (
    <g className={classes.line} data-series={index % 4}>
      <path d={linePath(one.values, at, scale.y)} />
      {one.values.map((value, position) =>
        value === null ? null : (
          // oxlint-disable-next-line react/no-array-index-key
          <circle key={position} cx={at(position)} cy={scale.y(value)} r={3}>
            <title>{tell(labels[position] ?? '', one.name, value)}</title>
          </circle>
        ),
      )}
    </g>
  );
}

/** A missing value leaves a gap: a line through it would show what nobody measured. */
function linePath(
  values: (number | null)[],
  x: (index: number) => number,
  y: (value: number) => number,
): string {
  return values
    .map((value, index) => {
      if (value === null) return '';
      const isStart = index === 0 || values[index - 1] === null;
      return `${isStart ? 'M' : 'L'}${x(index)} ${y(value)}`;
    })
    .join('');
}
