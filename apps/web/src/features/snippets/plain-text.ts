/** The words of a Markdown text, for where there is room for a line or two. */
export function plainText(markdown: string): string {
  return (
    markdown
      .replaceAll(/```[^]*?(```|$)/g, ' ')
      .replaceAll(/!?\[([^[\]]{0,500})\]\([^()]{0,2000}\)/g, '$1')
      .replaceAll(/^[ \t]*(#{1,6}|[-*+>]|\d+\.)[ \t]+/gm, '')
      .replaceAll(/[*`~]{1,3}/g, '')
      // One inside a word belongs to a name.
      .replaceAll(/(?<![\p{L}\p{N}])_{1,3}|_{1,3}(?![\p{L}\p{N}])/gu, '')
      .replaceAll(/\s+/g, ' ')
      .trim()
  );
}
