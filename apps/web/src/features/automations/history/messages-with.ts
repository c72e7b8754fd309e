import { MOST_SENTENCES, wordsOf } from '@causeway/contract/automations/run-messages.ts';
import { i18n } from '#platform/i18n/i18n.ts';

/**
 * Our sentences and codes that have the text in the reader's language, each by its name and the facts
 * that stand in the text. Runs record in English, so that only the server can find them.
 */
export function messagesWith(search: string | undefined): string | undefined {
  const { language } = i18n;
  if (!search || language === 'en') return undefined;
  const texts = {
    ...(i18n.getResource(language, 'automations', 'message') as Texts),
    ...(i18n.getResource(language, 'platform', 'error') as Texts),
  };
  const found = Object.entries(texts).flatMap(([name, sentence]) => {
    const facts = factsIn(search.toLowerCase(), wordsOf(sentence.toLowerCase()));
    return facts ? [[name, ...facts].join('\t')] : [];
  });
  // The shortest have most of the text in their words.
  const closest = found.toSorted((one, other) => one.length - other.length);
  return closest.slice(0, MOST_SENTENCES).join('\n') || undefined;
}

type Texts = Record<string, string> | undefined;

/**
 * The facts in a text that is a piece of a sentence, whose words are given; undefined where it is none.
 * It may begin and end anywhere, also inside of a fact.
 */
function factsIn(text: string, words: string[]): string[] | undefined {
  if (words.some((part) => part.includes(text))) return [];
  for (const [at, part] of words.entries()) {
    const shared = part.length - startOfShared(part, text);
    const after = shared > 0 ? factsAfter(text.slice(shared), words.slice(at + 1)) : undefined;
    if (after) return after;
  }
  // It begins inside of a fact; a text that is nothing but a fact is found as it is.
  const facts = factsAfter(text, words.slice(1));
  return facts?.join('') === text ? undefined : facts;
}

/** A text that begins with a fact, behind which the words come in turns with others. */
function factsAfter(text: string, [next, ...words]: string[]): string[] | undefined {
  if (text === '') return [];
  if (next === undefined) return undefined;
  const at = next === '' ? -1 : text.indexOf(next, 1);
  if (at < 0) return [text.slice(0, startOfShared(text, next))].filter(Boolean);
  const after = factsAfter(text.slice(at + next.length), words);
  return after && [text.slice(0, at), ...after];
}

/** Where the end of one text is the beginning of the other; its length where it is not. */
function startOfShared(text: string, other: string): number {
  let start = Math.max(0, text.length - other.length);
  while (!other.startsWith(text.slice(start))) start += 1;
  return start;
}
