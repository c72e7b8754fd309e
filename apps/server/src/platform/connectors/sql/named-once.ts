type Node = Record<string, unknown>;

/**
 * The tables of a query that give it rows from one place only: each row of the result then has at
 * most one row of such a table in it, under whatever name. What a condition or a value asks in a
 * query of its own gives no column that is known as a table's.
 */
export function tablesNamedOnce(root: unknown): string[] {
  const named = new Map<string, number>();
  const queries = new Set<string>();
  count(root, named, queries);
  // Read twice, a query of a WITH has its tables twice, wherever they stand in it.
  if ([...queries].some((name) => (named.get(name) ?? 0) > 1)) return [];
  return [...named].flatMap(([name, times]) => (times === 1 ? [name] : []));
}

/** Walks the whole tree. Its depth is bounded by the parser's own limit, so recursion is safe. */
function count(node: unknown, named: Map<string, number>, queries: Set<string>): void {
  if (node === null || typeof node !== 'object') return;
  const { relname, ctename } = node as Node;
  if (typeof relname === 'string') named.set(relname, (named.get(relname) ?? 0) + 1);
  if (typeof ctename === 'string') queries.add(ctename);
  for (const [key, value] of Object.entries(node)) {
    if (key !== 'SubLink') count(value, named, queries);
  }
}
