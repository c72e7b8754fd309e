import { useTranslation } from 'react-i18next';

/** How long something took, in the unit one would say it in. */
export function useMilliseconds(): (ms: number | null) => string {
  const { i18n } = useTranslation();
  return (ms) => (ms === null ? '–' : writeMilliseconds(ms, i18n.language));
}

export function writeMilliseconds(ms: number, language: string): string {
  const write = (value: number, unit: string) =>
    new Intl.NumberFormat(language, {
      style: 'unit',
      unit,
      unitDisplay: 'short',
      maximumFractionDigits: value < 10 && unit !== 'millisecond' ? 1 : 0,
    }).format(value);
  if (ms < 1_000) return write(ms, 'millisecond');
  if (ms < 60_000) return write(ms / 1_000, 'second');
  if (ms < 3_600_000) return write(ms / 60_000, 'minute');
  return ms < 86_400_000 ? write(ms / 3_600_000, 'hour') : write(ms / 86_400_000, 'day');
}
