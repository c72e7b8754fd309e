type Cell = null | boolean | number | string;

/** A cell as Postgres writes it as text; only floats look different in JSON. */
export function cellText(cell: Cell | undefined): string | null {
  if (cell === null || cell === undefined) return null;
  return typeof cell === 'number' ? numberText(cell) : String(cell);
}

/** Postgres has exponents from 1e+15 up and below 1e-04, JavaScript much later. */
function numberText(value: number): string {
  if (Object.is(value, -0)) return '-0';
  const [mantissa = '', exponent = ''] = value.toExponential().split('e');
  const power = Number(exponent);
  if (value === 0 || (power >= -4 && power < 15)) return String(value);
  const digits = String(Math.abs(power)).padStart(2, '0');
  return `${mantissa}e${power < 0 ? '-' : '+'}${digits}`;
}
