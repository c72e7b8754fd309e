import { RE2JS } from 're2js';
import type { TextReplacement } from '@causeway/contract/storage/replace.ts';

/** Something that was found, and what takes its place. */
export type Found = { start: number; end: number; by: string };
export type Search = (text: string) => Iterable<Found>;

/** Throws what the writer of the pattern did wrong. */
export function searchFor(replacement: TextReplacement): Search {
  return replacement.isRegex ? searchForPattern(replacement) : searchForText(replacement);
}

const wordCharacter = String.raw`[\p{L}\p{N}_]`;

/** Text that means only itself never makes an engine go astray. */
function searchForText({ find, replaceWith, matchCase, wholeWord }: TextReplacement): Search {
  const core = find.replaceAll(/[\\^$.|?*+()[\]{}/]/g, String.raw`\$&`);
  const pattern = wholeWord ? `(?<!${wordCharacter})${core}(?!${wordCharacter})` : core;
  const search = new RegExp(pattern, matchCase ? 'gu' : 'giu');
  return function* findIn(text) {
    for (const { index, 0: found } of text.matchAll(search)) {
      yield { start: index, end: index + found.length, by: replaceWith };
    }
  };
}

/** RE2 takes time in proportion to the text, whatever the pattern is. */
function searchForPattern(replacement: TextReplacement): Search {
  const { find, replaceWith, matchCase, wholeWord } = replacement;
  const flags = RE2JS.MULTILINE | (matchCase ? 0 : RE2JS.CASE_INSENSITIVE);
  const pattern = RE2JS.compile(find, flags);
  const parts = partsOf(replaceWith);
  return function* findIn(text) {
    const matcher = pattern.matcher(text);
    const count = matcher.groupCount();
    while (matcher.find()) {
      const [start, end] = [matcher.start(), matcher.end()];
      if (wholeWord && !standsAlone(text, start, end)) continue;
      const by = parts.map((part) => {
        if (typeof part === 'string') return part;
        return part <= count ? (matcher.group(part) ?? '') : '';
      });
      yield { start, end, by: by.join('') };
    }
  };
}

/** RE2 can't look at what is around a match, so that is done here. */
function standsAlone(text: string, start: number, end: number): boolean {
  const endsInWord = /[\p{L}\p{N}_]$/u.test(text.slice(Math.max(0, start - 2), start));
  const beginsWord = /^[\p{L}\p{N}_]/u.test(text.slice(end, end + 2));
  return !endsInWord && !beginsWord;
}

/** As in a database: `\1` to `\9` are groups, `\&` is all that was found, `\\` a backslash. */
function partsOf(replaceWith: string): (string | number)[] {
  return replaceWith.split(/(\\[1-9&\\])/).map((part) => {
    if (!/^\\[1-9&\\]$/.test(part)) return part;
    if (part === '\\\\') return '\\';
    return part === '\\&' ? 0 : Number(part[1]);
  });
}
