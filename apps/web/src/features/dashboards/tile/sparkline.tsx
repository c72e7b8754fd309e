import classes from './sparkline.module.css';

const WIDTH = 200;
const HEIGHT = 40;
const MOST_POINTS = 200;

/** The way of a number, without axes: whether it rises, falls or jumps. */
export function Sparkline({ values }: { values: readonly number[] }) {
  if (values.length < 2) return null;
  const step = Math.max(1, Math.ceil(values.length / MOST_POINTS));
  const shown = values.filter((_, at) => at % step === 0 || at === values.length - 1);
  const [least, most] = [Math.min(...shown), Math.max(...shown)];
  const height = most - least || 1;
  const points = shown.map((value, at) => {
    const x = (WIDTH * at) / (shown.length - 1);
    const y = HEIGHT - 3 - ((HEIGHT - 6) * (value - least)) / height;
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  const line = points.join(' ');
  return (
    <svg
      className={classes.line}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      <polygon points={`0,${HEIGHT} ${line} ${WIDTH},${HEIGHT}`} className={classes.area} />
      <polyline points={line} />
    </svg>
  );
}
