import { setImmediate } from 'node:timers/promises';
import { Failure } from '@causeway/contract/errors.ts';

/**
 * `*` stands for any characters but a slash, `**` for any at all, `?` for one but a slash, and a
 * `**` with a slash behind it also for no folder at all. All ways a pattern can go on are followed
 * side by side, so a path takes at most its length times that of the pattern, however many stars.
 */
export function matchPattern(pattern: string): (path: string) => boolean {
  const parts = partsOf(pattern);
  return (path) => {
    let places = withSkipped(parts, [0]);
    for (const character of path) {
      places = withSkipped(parts, advance(parts, places, character));
      if (places.size === 0) return false;
    }
    return places.has(parts.length);
  };
}

/**
 * A character of its own, `one` for a question mark, `some` and `any` for stars. `folders` may be
 * left out together with the `inside` that follows it, which is only over behind a slash.
 */
type Part =
  | { kind: 'own'; character: string }
  | { kind: 'one' | 'some' | 'any' | 'folders' | 'inside' };

function partsOf(pattern: string): Part[] {
  const parts: Part[] = [];
  for (let at = 0; at < pattern.length;) {
    if (pattern.startsWith('**/', at)) {
      parts.push({ kind: 'folders' }, { kind: 'inside' });
      at += 3;
    } else if (pattern.startsWith('**', at)) {
      parts.push({ kind: 'any' });
      at += 2;
    } else {
      const character = String.fromCodePoint(pattern.codePointAt(at)!);
      parts.push(partOf(character));
      at += character.length;
    }
  }
  return parts;
}

function partOf(character: string): Part {
  if (character === '*') return { kind: 'some' };
  return character === '?' ? { kind: 'one' } : { kind: 'own', character };
}

/** Where the pattern may go on behind a character of the path. */
function advance(parts: Part[], places: Set<number>, character: string): number[] {
  const next: number[] = [];
  for (const place of places) {
    const part = parts[place];
    if (!part) continue;
    const isSlash = character === '/';
    if (part.kind === 'own' && part.character === character) next.push(place + 1);
    if (part.kind === 'one' && !isSlash) next.push(place + 1);
    if (part.kind === 'some' && !isSlash) next.push(place);
    if (part.kind === 'any' || part.kind === 'inside') next.push(place);
    if (part.kind === 'inside' && isSlash) next.push(place + 1);
  }
  return next;
}

/** Together with the places behind what may also stand for nothing. */
function withSkipped(parts: Part[], from: number[]): Set<number> {
  const places = new Set<number>();
  const open = [...from];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    if (places.has(place)) continue;
    places.add(place);
    const kind = parts[place]?.kind;
    if (kind === 'some' || kind === 'any') open.push(place + 1);
    if (kind === 'folders') open.push(place + 1, place + 2);
  }
  return places;
}

const TURN_MS = 5;
const LONGEST_MS = 2_000;

/** Lets others have their turn while many paths are matched, and ends what takes too long in all. */
export class Pace {
  #turnAt = performance.now();
  #spentMs = 0;

  async rest(): Promise<void> {
    const now = performance.now();
    if (now - this.#turnAt < TURN_MS) return;
    this.#spentMs += now - this.#turnAt;
    if (this.#spentMs > LONGEST_MS) {
      throw new Failure('E_QUERY_TIMEOUT', 'Finding the files of this pattern takes too long.');
    }
    await setImmediate();
    this.#turnAt = performance.now();
  }
}
