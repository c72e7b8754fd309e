/** A meter as its text is called: what parts its name parts keys of texts too. */
export function meterKey(meter: string): string {
  return meter.replace('.', '-');
}
