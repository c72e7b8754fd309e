/** The names within a part of a parse tree, in their order. */
export function wordsIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(wordsIn);
  if (node === null || typeof node !== 'object') return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === 'sval' ? [String(value)] : wordsIn(value),
  );
}
