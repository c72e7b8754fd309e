/** The shortest text that is still this float of four bytes. */
export function singleText(value: number): string {
  for (let digits = 6; digits < 9; digits += 1) {
    const text = Number(value.toPrecision(digits));
    if (Math.fround(text) === value) return String(text);
  }
  return String(Number(value.toPrecision(9)));
}
