/** `sea.jpg` → `sea (2).jpg`. */
export function numbered(path: string, count: number): string {
  const { before, stem, end } = cut(path);
  return `${before}${stem} (${count})${end}`;
}

/** `sea.jpg` → `sea (2).jpg` → `sea (3).jpg`. */
export function nextName(path: string): string {
  const { before, stem, end } = cut(path);
  const [, name, count] = /^(.*) \((\d{1,6})\)$/s.exec(stem) ?? [];
  return name === undefined ? numbered(path, 2) : `${before}${name} (${Number(count) + 1})${end}`;
}

/** A number goes in front of what the name ends in. */
function cut(path: string): { before: string; stem: string; end: string } {
  const slash = path.endsWith('/') ? '/' : '';
  const whole = slash ? path.slice(0, -1) : path;
  const start = whole.lastIndexOf('/') + 1;
  const dot = whole.lastIndexOf('.');
  const end = !slash && dot > start ? dot : whole.length;
  return {
    before: whole.slice(0, start),
    stem: whole.slice(start, end),
    end: `${whole.slice(end)}${slash}`,
  };
}
