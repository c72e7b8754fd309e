import type { useFormats } from '#platform/i18n/use-formats.ts';

type Formats = ReturnType<typeof useFormats>;

/** What stands before decimals. */
export function decimalOf({ tenths }: Pick<Formats, 'tenths'>): string {
  return tenths(0.5).charAt(1);
}

/** An amount as people write it. */
export function writeCap(cap: string | null, decimal: string): string {
  return (cap ?? '').replace('.', decimal);
}

const grouped = {
  '.': /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/,
  ',': /^[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/,
};

/** What was typed as it is sent: `1,000` is a thousand in English and one in German. */
export function readCap(text: string, decimal: string): string {
  const sign = decimal === ',' ? ',' : '.';
  const typed = text.trim();
  const plain = grouped[sign].test(typed) ? typed.replaceAll(sign === ',' ? '.' : ',', '') : typed;
  return plain.replace(',', '.');
}
