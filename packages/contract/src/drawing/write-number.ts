/** Money and infinities are shown as they were printed. */
export function isPlainNumber(text: string): boolean {
  return /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text);
}

type Options = { mostDigits: number };

/**
 * From the digits as they were printed: nothing is rounded by a float on the way, and 282.60 keeps
 * its zero.
 */
export function writeNumber(digits: string, language: string, { mostDigits }: Options): string {
  const printed = /\.(\d+)$/.exec(digits)?.[1]?.length ?? 0;
  const number = new Intl.NumberFormat(language, {
    minimumFractionDigits: Math.min(printed, mostDigits),
    maximumFractionDigits: mostDigits,
  });
  return number.format(digits as `${number}`);
}

/** With every digit, as for what is compared with a limit; what is no number stays as it is. */
export function writeExactly(text: string, language: string): string {
  return isPlainNumber(text) ? writeNumber(text, language, { mostDigits: 20 }) : text;
}
