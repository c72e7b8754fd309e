import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** Euro cents the way the shown language writes them; whole euros without cents. */
export function usePrice(): (cents: number) => string {
  const { i18n } = useTranslation();
  return useMemo(() => {
    const format = new Intl.NumberFormat(i18n.language, {
      style: 'currency',
      currency: 'EUR',
      trailingZeroDisplay: 'stripIfInteger',
    });
    return (cents) => format.format(cents / 100);
  }, [i18n.language]);
}
