/** Texts and names as DuckDB reads them. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function literals(texts: string[]): string {
  return `[${texts.map(literal).join(', ')}]`;
}
