/** The words of a Markdown text, for where there is room for a line or two. */
export function plainText(markdown: string): string {
  return markdown
    .replaceAll(/```[^]*?(```|$)/g, ' ')
    .replaceAll(/!?\[([^[\]]{0,500})\]\([^()]{0,2000}\)/g, '$1')
    .replaceAll(/^[ \t]*(#{1,6}|[-*+>]|\d+\.)[ \t]+/gm, '')
    .replaceAll(/[*_`~]{1,3}/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
