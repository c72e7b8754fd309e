/** Round marks of an axis from zero (or below, for negative values) over all values. */
export function axisTicks(values: number[], wanted = 4): number[] {
  const lowest = Math.min(0, ...values);
  const highest = Math.max(0, ...values) || (lowest === 0 ? 1 : 0);
  const step = roundStep((highest - lowest) / wanted);
  const first = Math.floor(lowest / step);
  const last = Math.max(Math.ceil(highest / step), first + 1);
  return Array.from({ length: last - first + 1 }, (_, index) => exact((first + index) * step));
}

/** 1, 2 or 5 times a power of ten, not smaller than asked. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= least) ?? 10;
  return factor * power;
}

/** 3 × 0.1 is 0.30000000000000004, which nobody wants on an axis. */
function exact(value: number): number {
  return Number(value.toPrecision(12));
}

/** Which labels of an axis to show so that none runs into its neighbour. */
export function labelStride(count: number, width: number, labelWidth: number): number {
  return Math.max(1, Math.ceil((count * labelWidth) / Math.max(width, 1)));
}
