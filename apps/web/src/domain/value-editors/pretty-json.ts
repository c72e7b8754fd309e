/**
 * JSON text with a line for every value, made from the text itself: parsing it first would round
 * 9007199254740993 and forget which of two equal keys came first.
 */
export function prettyJson(text: string): string {
  const lines: string[] = [];
  let line = '';
  let depth = 0;
  const breakLine = () => {
    lines.push(line);
    line = '  '.repeat(depth);
  };
  const tokens = text.match(TOKENS) ?? [];
  tokens.forEach((token, index) => {
    const next = tokens[index + 1];
    if (token === '{' || token === '[') {
      line += token;
      if (next === '}' || next === ']') return;
      depth += 1;
      breakLine();
    } else if (token === '}' || token === ']') {
      const before = tokens[index - 1];
      if (before !== '{' && before !== '[') {
        depth = Math.max(0, depth - 1);
        breakLine();
      }
      line += token;
    } else if (token === ',') {
      line += token;
      breakLine();
    } else {
      line += token === ':' ? ': ' : token;
    }
  });
  return [...lines, line].join('\n');
}

/** Strings, signs, and everything else up to the next of them. */
const TOKENS = /"(?:[^"\\]|\\.)*"?|[{}[\],:]|[^\s{}[\],:"]+/gs;
