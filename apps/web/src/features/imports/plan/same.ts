/** Whether two values say the same, whatever order a database keeps the keys of an object in. */
export function isSame(one: unknown, other: unknown): boolean {
  return stable(one) === stable(other);
}

function stable(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
