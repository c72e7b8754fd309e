import { fillers } from '../built-in/vocabulary.ts';
import { stem, wordsOf } from '../built-in/words.ts';

const MOST_WORDS = 60;

/** A question without what makes no difference: case, endings, politeness. Numbers and dates stay. */
export function wordsIn(question: string): string {
  return kept(question).join(' ');
}

function kept(question: string): string[] {
  return wordsOf(question.slice(0, 500))
    .filter((word) => !fillers.has(word))
    .slice(0, MOST_WORDS)
    .map(stem);
}

/** How much two questions have in common: 1 is all of it. */
export function likeness(one: string, other: string): number {
  const [left, right] = [new Set(one.split(' ')), new Set(other.split(' '))];
  const shared = left.intersection(right).size;
  return shared / Math.max(1, left.size + right.size - shared);
}
