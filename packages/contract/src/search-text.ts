export type SearchText = Record<string, string | string[]>;

/**
 * The query string as plain text: `projectId=null` stays the text null and an id of digits stays
 * text. A key that is repeated becomes a list.
 */
export function parseSearch(text: string): SearchText {
  const search: SearchText = {};
  for (const [key, value] of new URLSearchParams(text)) {
    const before = search[key];
    search[key] = before === undefined ? value : [before, value].flat();
  }
  return search;
}

export function stringifySearch(search: Record<string, unknown>): string {
  const pairs = Object.entries(search).flatMap(([key, value]) =>
    [value].flat().flatMap((one) => (one === undefined ? [] : [[key, String(one)]])),
  );
  const text = new URLSearchParams(pairs).toString();
  return text && `?${text}`;
}
