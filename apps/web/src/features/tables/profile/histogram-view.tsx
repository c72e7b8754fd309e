import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import classes from './column-profile.module.css';
import type { Bin, Scale } from './histogram.ts';

const HEIGHT = 56;
/** Even a single row is seen. */
const LOWEST = 1.5;

/** How values are spread from the smallest to the largest. */
export function Histogram({ bins, scale }: { bins: Bin[]; scale: Scale }) {
  const { t, i18n } = useTranslation('tables');
  const { date } = useFormats();
  const number = new Intl.NumberFormat(i18n.language, {
    notation: 'compact',
    maximumSignificantDigits: 4,
  });
  const percent = new Intl.NumberFormat(i18n.language, {
    style: 'percent',
    maximumSignificantDigits: 2,
  });
  const write = (place: number) =>
    scale === 'number' ? number.format(place) : date(new Date(place));
  const most = Math.max(...bins.map(({ share }) => share));
  const [from, to] = [bins[0]?.from ?? 0, bins.at(-1)?.to ?? 0];
  return (
    <figure className={classes.histogram}>
      <svg
        viewBox={`0 0 ${bins.length * 10} ${HEIGHT}`}
        preserveAspectRatio="none"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="img"
        aria-label={t('profile.histogram', { from: write(from), to: write(to) })}
      >
        {bins.map((bin, place) => {
          const height = bin.share > 0 ? Math.max(LOWEST, (bin.share / most) * HEIGHT) : 0;
          return (
            <rect
              key={bin.from}
              x={place * 10 + 0.5}
              y={HEIGHT - height}
              width={9}
              height={height}
              rx={1}
            >
              <title>{`${write(bin.from)} – ${write(bin.to)}: ${percent.format(bin.share)}`}</title>
            </rect>
          );
        })}
      </svg>
      <figcaption className={classes.ends} aria-hidden>
        <span>{write(from)}</span>
        <span>{write(to)}</span>
      </figcaption>
    </figure>
  );
}
