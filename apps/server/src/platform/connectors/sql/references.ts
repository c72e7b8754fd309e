/** What a statement names: tables as they are written, and every other name in it. */
export type References = {
  tables: { schema: string | null; name: string }[];
  names: string[];
};

/**
 * Walks a parse tree. Names of a WITH query look like tables too; who asks knows which tables there
 * are. Its depth is bounded by the parser's own limit, so recursion is safe.
 */
export function addReferences(node: unknown, found: References): void {
  if (Array.isArray(node)) {
    for (const child of node) addReferences(child, found);
    return;
  }
  if (node === null || typeof node !== 'object') return;
  const { relname, schemaname } = node as { relname?: unknown; schemaname?: unknown };
  if (typeof relname === 'string') {
    found.tables.push({
      schema: typeof schemaname === 'string' ? schemaname : null,
      name: relname,
    });
  }
  for (const [key, value] of Object.entries(node)) {
    // `sval` of strings and column references, `name` of the columns that INSERT and UPDATE fill.
    if ((key === 'sval' || key === 'name') && typeof value === 'string') found.names.push(value);
    else addReferences(value, found);
  }
}
