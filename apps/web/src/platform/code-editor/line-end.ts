/** How the lines of a text end; where they differ, \r is a sign like others and \n ends them. */
export function lineEndOf(text: string): string {
  const ends = new Set(text.match(/\r\n|\r|\n/g));
  const [end = '\n'] = ends;
  return ends.size === 1 ? end : '\n';
}

/** As a field of the browser holds it: given another way, each key would lead to the end of the text. */
export function inField(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n');
}

/** A field of the browser makes every line end \n: what was typed, with those of the text it began with. */
export function withLineEndsOf(before: string, typed: string): string {
  return typed.replaceAll('\n', lineEndOf(before));
}
