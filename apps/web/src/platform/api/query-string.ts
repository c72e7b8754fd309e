/**
 * Writes query parameters in bracket style: `{ a: { b: 1 }, list: ['x'] }` → `a[b]=1&list[0]=x`.
 * Null is a key without a value, undefined is left out.
 */
export function stringifyQuery(query: Record<string, unknown>): string {
  return Object.entries(query)
    .flatMap(([key, value]) => pairsOf(encodeURIComponent(key), value))
    .join('&');
}

function pairsOf(key: string, value: unknown): string[] {
  if (value === undefined) return [];
  if (value === null) return [key];
  if (value instanceof Date) return [`${key}=${encodeURIComponent(value.toISOString())}`];
  if (typeof value !== 'object') return [`${key}=${encodeURIComponent(String(value))}`];
  return Object.entries(value).flatMap(([part, inner]) =>
    pairsOf(`${key}[${encodeURIComponent(part)}]`, inner),
  );
}
