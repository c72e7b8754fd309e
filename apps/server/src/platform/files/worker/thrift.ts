import { ProblemError } from './protocol.ts';

/** Where a value stands, and what kind it is. */
export type ThriftField = { type: number; start: number; end: number };

const STOP = 0;
const DEEPEST = 32;

/**
 * Thrift's compact way of writing, as far as the end of a Parquet file needs it: where each value
 * begins and ends. Nothing is decoded that nobody asks for, and what ends too early is told.
 */
export class Thrift {
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  struct(start: number, depth = 0): { fields: Map<number, ThriftField>; end: number } {
    const fields = new Map<number, ThriftField>();
    let at = start;
    let id = 0;
    for (;;) {
      const header = this.#byte(at);
      at += 1;
      const type = header & 0x0f;
      if (type === STOP) return { fields, end: at };
      const step = header >> 4;
      if (step === 0) {
        const read = this.whole(at);
        id = read.value;
        at = read.end;
      } else id += step;
      // The kind of a truth is the truth itself.
      const end = type <= 2 ? at : this.#skip(type, at, depth + 1);
      fields.set(id, { type, start: at, end });
      at = end;
    }
  }

  /** The items of a list, which are structs or texts here. */
  list(start: number): { items: ThriftField[]; first: number; end: number; header: number } {
    const { type, count, end: first, header } = this.#listHead(start);
    const items: ThriftField[] = [];
    let at = first;
    for (let index = 0; index < count; index += 1) {
      const end = this.#skip(type, at, 1);
      items.push({ type, start: at, end });
      at = end;
    }
    return { items, first, end: at, header };
  }

  /** A number with a sign. */
  whole(start: number): { value: number; end: number } {
    const { value, end } = this.#natural(start);
    return { value: value % 2 === 0 ? value / 2 : -(value + 1) / 2, end };
  }

  text({ start, end }: ThriftField): string {
    const { end: first } = this.#natural(start);
    return new TextDecoder().decode(this.#bytes.subarray(first, end));
  }

  #byte(at: number): number {
    const byte = this.#bytes[at];
    if (byte === undefined) throw new ProblemError('unreadable', 'The end of the file is broken.');
    return byte;
  }

  #natural(start: number): { value: number; end: number } {
    let value = 0;
    for (let place = 0; place < 10; place += 1) {
      const byte = this.#byte(start + place);
      value += (byte & 0x7f) * 2 ** (7 * place);
      if (byte < 0x80) return { value, end: start + place + 1 };
    }
    throw new ProblemError('unreadable', 'The end of the file is broken.');
  }

  #listHead(start: number) {
    const header = this.#byte(start);
    const type = header & 0x0f;
    const few = header >> 4;
    const { value: count, end } =
      few < 15 ? { value: few, end: start + 1 } : this.#natural(start + 1);
    // Each item takes a byte at least.
    if (count > this.#bytes.length) this.#byte(this.#bytes.length);
    return { type, count, end, header };
  }

  #skip(type: number, start: number, depth: number): number {
    if (depth > DEEPEST) throw new ProblemError('unreadable', 'The end of the file is broken.');
    switch (type) {
      case 1:
      case 2:
      case 3:
        return this.#within(start + 1);
      case 4:
      case 5:
      case 6:
        return this.#natural(start).end;
      case 7:
        return this.#within(start + 8);
      case 8: {
        const { value, end } = this.#natural(start);
        return this.#within(end + value);
      }
      case 9:
      case 10: {
        const { type: item, count, end } = this.#listHead(start);
        let at = end;
        for (let index = 0; index < count; index += 1) at = this.#skip(item, at, depth + 1);
        return at;
      }
      case 11:
        return this.#skipMap(start, depth);
      case 12:
        return this.struct(start, depth).end;
      default:
        throw new ProblemError('unreadable', 'The end of the file is broken.');
    }
  }

  #skipMap(start: number, depth: number): number {
    const { value: count, end } = this.#natural(start);
    if (count === 0) return end;
    const kinds = this.#byte(end);
    let at = end + 1;
    for (let index = 0; index < count; index += 1) {
      at = this.#skip(kinds >> 4, at, depth + 1);
      at = this.#skip(kinds & 0x0f, at, depth + 1);
    }
    return at;
  }

  #within(end: number): number {
    if (end > this.#bytes.length) this.#byte(this.#bytes.length);
    return end;
  }
}

export function writeWhole(value: number): Uint8Array {
  return writeNatural(value * 2);
}

export function writeNatural(value: number): Uint8Array {
  const bytes: number[] = [];
  let left = value;
  while (left >= 0x80) {
    bytes.push((left % 0x80) + 0x80);
    left = Math.floor(left / 0x80);
  }
  return Uint8Array.from([...bytes, left]);
}
