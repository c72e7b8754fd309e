export type TableWindow = {
  path: string;
  offset: number;
  limit: number;
  sheet?: string | undefined;
};

/** A value as it would be written; null where there is none. */
export function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex').slice(0, 200)}`;
  if (typeof value === 'bigint') return value.toString();
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'bigint' ? inner.toString() : inner,
  );
}

/** A number of a JSON text, kept with the digits it has there. */
export function isRawNumber(value: object): boolean {
  return (JSON as unknown as { isRawJSON(value: object): boolean }).isRawJSON(value);
}
