import { creditsToUnits, shownCredits } from '@causeway/contract/billing/units.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** Amounts of credits for reading: a balance rounded down, a cost up, in the figures of the language. */
export function useCredits(): (amount: string, kind: 'balance' | 'cost') => string {
  const { i18n } = useTranslation();
  return useMemo(() => {
    const format = new Intl.NumberFormat(i18n.language, {
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
    });
    return (amount, kind) =>
      // As text, which it takes as exactly as it is.
      format.format(shownCredits(creditsToUnits(amount), kind) as `${number}`);
  }, [i18n.language]);
}
