/**
 * `settings.hidden` of a connector names tables, or patterns of names: `*` stands for any
 * characters, so `tmp_*` also hides tables that are made later. A star that belongs to a name is
 * written `\*`, and a backslash `\\`.
 */
export function hiddenTest(hidden: readonly string[]): (table: string) => boolean {
  const names = new Set(listHiddenNames(hidden));
  const patterns = listHiddenPatterns(hidden).map(splitAtStars);
  return (table) => names.has(table) || patterns.some((parts) => matches(table, parts));
}

/** The entries that are patterns, as they were written. */
export function listHiddenPatterns(hidden: readonly string[]): string[] {
  return hidden.filter((entry) => splitAtStars(entry).length > 1);
}

/** The tables that are hidden one by one, by their real names. */
export function listHiddenNames(hidden: readonly string[]): string[] {
  return hidden.map(splitAtStars).flatMap((parts) => (parts.length === 1 ? parts : []));
}

/** What the assistant and programs over MCP are told nothing of: what is hidden, and what is marked so. */
export function withheldTest({
  hidden,
  withheld,
}: {
  hidden: readonly string[];
  withheld: readonly string[];
}): (table: string) => boolean {
  return hiddenTest([...hidden, ...withheld]);
}

export function hideTable(hidden: readonly string[], table: string): string[] {
  return [...new Set([...hidden, entryOf(table)])];
}

/** Shows a table that was hidden by its own name; what a pattern hides stays hidden. */
export function showTable(hidden: readonly string[], table: string): string[] {
  return hidden.filter((entry) => entry !== entryOf(table));
}

function entryOf(table: string): string {
  return table.replace(/[*\\]/g, String.raw`\$&`);
}

/** Each part between two stars is looked for as early as possible, which never misses a match. */
function matches(table: string, parts: readonly string[]): boolean {
  const [first = '', ...others] = parts;
  const last = others.pop() ?? '';
  if (!table.startsWith(first)) return false;
  let place = first.length;
  for (const part of others) {
    const found = table.indexOf(part, place);
    if (found === -1) return false;
    place = found + part.length;
  }
  return table.endsWith(last) && table.length - last.length >= place;
}

function splitAtStars(entry: string): string[] {
  const parts = [];
  let part = '';
  for (const [sign] of entry.matchAll(/\\[*\\]|[^]/g)) {
    if (sign !== '*') {
      part += sign.slice(sign.length - 1);
    } else {
      parts.push(part);
      part = '';
    }
  }
  return [...parts, part];
}
