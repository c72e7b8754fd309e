export type PlainLine = { text: string; isStrong: boolean };

/** Markdown as lines of text: what paper and pictures can show of it. */
export function plainLines(markdown: string): PlainLine[] {
  return markdown
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !isRule(line))
    .map((line) => {
      const heading = withoutStart(line, '#');
      const isStrong = heading !== line || (line.startsWith('**') && line.endsWith('**'));
      const isItem = line.startsWith('- ') || line.startsWith('* ');
      const text = isItem ? `• ${line.slice(2)}` : withoutStart(heading, '>');
      return { text: withoutLinks(text.replaceAll('**', '').replaceAll('`', '')).trim(), isStrong };
    });
}

function isRule(line: string): boolean {
  return line.length >= 3 && [...line].every((sign) => sign === '-' || sign === '*');
}

function withoutStart(line: string, sign: string): string {
  let at = 0;
  while (line[at] === sign) at += 1;
  return at > 0 && line[at] === ' ' ? line.slice(at + 1) : line;
}

/** `[name](address)` is its name. */
function withoutLinks(text: string): string {
  const parts = text.split('](');
  return parts
    .map((part, at) => {
      const own = at === 0 ? part : part.slice(part.indexOf(')') + 1);
      const open = at < parts.length - 1 ? own.lastIndexOf('[') : -1;
      return open < 0 ? own : own.slice(0, open) + own.slice(open + 1);
    })
    .join('');
}
