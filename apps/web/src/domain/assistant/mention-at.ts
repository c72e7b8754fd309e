export type MentionSearch = { from: number; search: string };

/** What is being typed behind an @ at the caret; none when a blank stands between. */
export function mentionAt(text: string, caret: number): MentionSearch | undefined {
  const before = text.slice(0, caret);
  const from = before.lastIndexOf('@');
  if (from === -1 || (from > 0 && !/\s/.test(before[from - 1] ?? ''))) return undefined;
  const search = before.slice(from + 1);
  return /[\s@]/.test(search) || search.length > 60 ? undefined : { from, search };
}

/** The text with the name of what was chosen in the place of what was typed. */
export function replaceMention(text: string, caret: number, name: string): string {
  const mention = mentionAt(text, caret);
  if (!mention) return text;
  return `${text.slice(0, mention.from)}@${name} ${text.slice(caret)}`;
}
