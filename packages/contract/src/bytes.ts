const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB', 'EB'] as const;

/** A size in decimal units with one decimal; plain bytes are counted, so they have none. */
export function formatBytes(bytes: number, language = 'en'): string {
  const step = unitStep(Math.abs(bytes));
  const fractionDigits = step === 0 ? 0 : 1;
  const number = new Intl.NumberFormat(language, {
    minimumFractionDigits: fractionDigits,
    maximumFractionDigits: fractionDigits,
  }).format(bytes / 1000 ** step);
  return `${number} ${units[step]}`;
}

/** The unit in which the rounded number stays under 1000: 999,950 bytes are 1.0 MB, not 1,000.0 kB. */
function unitStep(bytes: number): number {
  let step = 0;
  while (step < units.length - 1 && roundedIn(bytes, step) >= 1000) step += 1;
  return step;
}

function roundedIn(bytes: number, step: number): number {
  return step === 0 ? bytes : Math.round((bytes / 1000 ** step) * 10) / 10;
}
