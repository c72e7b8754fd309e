const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** `1 day, 3 hours`, for a sentence: the two largest units that say something, seconds only alone. */
export function writeSpan(seconds: number, language: string): string {
  const first = units.findIndex(([, length]) => seconds >= length);
  const least = first < 0 || first > 2 ? 1 : (units[Math.min(first + 1, 2)]?.[1] ?? 1);
  // Rounded before it is parted: what is nearly a day is one, and not 24 hours.
  let left = Math.max(1, Math.round(seconds / least)) * least;
  const written = units.flatMap(([unit, length]) => {
    const count = Math.floor(left / length);
    left -= count * length;
    return count === 0 ? [] : [writeUnit(count, unit, language)];
  });
  return new Intl.ListFormat(language, { type: 'unit', style: 'long' }).format(written);
}

function writeUnit(count: number, unit: string, language: string): string {
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(
    count,
  );
}
