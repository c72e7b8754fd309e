import type { JsonNode, JsonObject } from './json-nodes.ts';

/** A list of objects reads best as a table; anything else is none. */
export function listRowObjects(root: JsonNode): JsonObject[] | undefined {
  const items = root.kind === 'array' ? root.items : [];
  const objects = items.filter((item) => item.kind === 'object');
  return objects.length > 0 && objects.length === items.length ? objects : undefined;
}

/** Every key that occurs, in the order in which they first do. */
export function listColumns(items: JsonObject[]): string[] {
  return [...new Set(items.flatMap(({ members }) => members.map(({ key }) => key)))];
}
