/** Numbers that look random and are the same on every machine and every run. */
export type Random = {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** A whole number, both ends included. */
  whole(from: number, to: number): number;
  between(from: number, to: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Picks early entries more often, the way bestsellers outsell the rest. */
  pickEarly<T>(list: readonly T[]): T;
  /** Around 0, rarely past -3 or 3. */
  bell(): number;
  uuid(): string;
};

/** Each topic draws from its own row of numbers, so more customers never change the products. */
export function createRandom(topic: string): Random {
  let state = seedOf(topic);
  // mulberry32: 32 bits of state, one multiplication chain, good enough for pictures of data.
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const at = <T>(list: readonly T[], share: number) => list[Math.floor(share * list.length)] as T;
  const hex = () => {
    const bits = Math.floor(next() * 4_294_967_296);
    return `${hexPairs[bits >>> 24]}${hexPairs[(bits >>> 16) & 255]}${hexPairs[(bits >>> 8) & 255]}${hexPairs[bits & 255]}`;
  };
  return {
    next,
    whole: (from, to) => from + Math.floor(next() * (to - from + 1)),
    between: (from, to) => from + next() * (to - from),
    chance: (probability) => next() < probability,
    pick: (list) => at(list, next()),
    pickEarly: (list) => at(list, next() * next()),
    bell: () => (next() + next() + next() + next() - 2) * 1.73,
    uuid: () => {
      const [middle, end] = [hex(), hex()];
      return `${hex()}-${middle.slice(0, 4)}-4${middle.slice(5)}-a${end.slice(1, 4)}-${end.slice(4)}${hex()}`;
    },
  };
}

const hexPairs = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

function seedOf(topic: string): number {
  let seed = 0x811c9dc5;
  for (const byte of Buffer.from(topic)) seed = Math.imul(seed ^ byte, 0x01000193);
  return seed;
}
