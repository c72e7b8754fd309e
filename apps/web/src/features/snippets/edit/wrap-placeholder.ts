export type PlaceholderKind = 'table' | 'column' | 'parameter';

type Wrapped = {
  text: string;
  /** What is selected afterwards: the part a person still has to name. */
  from: number;
  to: number;
};

/** Makes a placeholder of a selected name. An alias in front of a column stays in front of it. */
export function asPlaceholder(kind: PlaceholderKind, selected: string): Wrapped {
  const bare = selected.trim();
  const dot = bare.lastIndexOf('.');
  const [alias, name] = dot === -1 ? ['', bare] : [bare.slice(0, dot), bare.slice(dot + 1)];
  const word = wordOf(name);
  if (kind === 'table') return around('{{', word || 'table', '}}');
  if (kind === 'parameter') return around(':', word || 'name', '');
  const column = word || 'column';
  const before = `${alias && `${alias}.`}{{`;
  return { text: `${before}table.${column}}}`, from: before.length, to: before.length + 5 };
}

function around(before: string, word: string, after: string): Wrapped {
  const { length } = before;
  return { text: before + word + after, from: length, to: length + word.length };
}

function wordOf(name: string): string {
  const word = name.replaceAll('"', '').replaceAll(/[^\p{L}\p{N}_]+/gu, '_');
  return /^\p{N}/u.test(word) ? `_${word}` : word;
}
