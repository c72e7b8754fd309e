import { formatBytes } from '@causeway/contract/bytes.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';

/** How much of something was used, in the unit people think of it. */
export function useQuantity(): (meter: string, quantity: string) => string {
  const { i18n } = useTranslation();
  const formats = useFormats();
  return (meter, quantity) => {
    if (meter === 'compute.ms') return formats.duration(Number(quantity) / 1_000);
    if (meter === 'storage.byte_day') return formatBytes(Number(quantity), i18n.language);
    return formats.number(BigInt(quantity));
  };
}
