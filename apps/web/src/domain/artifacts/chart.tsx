import { useTranslation } from 'react-i18next';
import { axisTicks, labelStride } from './chart-scale.ts';
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

const HEIGHT = 220;
const TOP = 8;
const BOTTOM = 24;
const LEFT = 52;
const LABEL_WIDTH = 64;

export function Chart(props: ChartProps) {
  const { title, form, labels, series, width } = props;
  const { i18n } = useTranslation('artifacts');
  const format = new Intl.NumberFormat(i18n.language, { notation: 'compact' });
  const values = series.flatMap((one) => one.values.filter((value) => value !== null));
  const ticks = axisTicks(values);
  const scale = makeScale(width, labels.length, ticks);
  const stride = labelStride(labels.length, width - LEFT, LABEL_WIDTH);
  return (
    <figure className={classes.figure}>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
      <svg width={width} height={HEIGHT} role="img" aria-label={title}>
        {ticks.map((tick) => (
          <g key={tick} className={classes.tick}>
            <line x1={LEFT} x2={width} y1={scale.y(tick)} y2={scale.y(tick)} />
            <text x={LEFT - 8} y={scale.y(tick)}>
              {format.format(tick)}
            </text>
          </g>
        ))}
        {labels.map((label, index) =>
          index % stride === 0 ? (
            <text
              key={label}
              className={classes.label}
              x={scale.x(index) + scale.band / 2}
              y={HEIGHT - 6}
            >
              {label}
            </text>
          ) : null,
        )}
        {series.map((one, index) =>
          form === 'bar' ? (
            <Bars key={one.name} {...{ one, index, count: series.length, labels, scale }} />
          ) : (
            <Line key={one.name} {...{ one, index, labels, scale }} />
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

function makeScale(width: number, count: number, ticks: number[]) {
  const lowest = ticks[0] ?? 0;
  const highest = ticks.at(-1) ?? 1;
  const band = Math.max(0, width - LEFT) / Math.max(count, 1);
  const plotHeight = HEIGHT - TOP - BOTTOM;
  return {
    band,
    x: (index: number) => LEFT + index * band,
    y: (value: number) => TOP + plotHeight * (1 - (value - lowest) / (highest - lowest)),
  };
}

type BarsProps = { one: Series; index: number; count: number; labels: string[]; scale: Scale };

function Bars({ one, index, count, labels, scale }: BarsProps) {
  const barWidth = Math.max(1, Math.min(36, (scale.band * 0.7) / count));
  const offset = (scale.band - barWidth * count) / 2 + barWidth * index;
  return (
    <g className={classes.bars} data-series={index % 4}>
      {one.values.map((value, at) =>
        value === null ? null : (
          <rect
            key={labels[at]}
            x={scale.x(at) + offset}
            y={Math.min(scale.y(value), scale.y(0))}
            width={barWidth}
            height={Math.abs(scale.y(value) - scale.y(0))}
            rx={Math.min(2, barWidth / 2)}
          >
            <title>{`${labels[at]} · ${one.name}: ${value}`}</title>
          </rect>
        ),
      )}
    </g>
  );
}

type LineProps = { one: Series; index: number; labels: string[]; scale: Scale };

function Line({ one, index, labels, scale }: LineProps) {
  const at = (position: number) => scale.x(position) + scale.band / 2;
  return (
    <g className={classes.line} data-series={index % 4}>
      <path d={linePath(one.values, at, scale.y)} />
      {one.values.map((value, position) =>
        value === null ? null : (
          <circle key={labels[position]} cx={at(position)} cy={scale.y(value)} r={3}>
            <title>{`${labels[position]} · ${one.name}: ${value}`}</title>
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
