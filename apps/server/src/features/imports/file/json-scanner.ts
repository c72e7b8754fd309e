import { Failure } from '@causeway/contract/errors.ts';
import { Tail } from '#platform/bytes/tail.ts';

type TakeValue = (bytes: Buffer, start: number, end: number, line: number) => void;

const LF = 0x0a;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN = 0x5b;
const CLOSE = 0x5d;
const BRACE = 0x7b;
const BRACE_END = 0x7d;

/** A row is read at once: what is larger would keep everybody else waiting. */
const LARGEST_VALUE = 8 * 1024 * 1024;
const DEEPEST = 500;

/**
 * Finds the values of a JSON array, or those of lines, in their bytes: however large the file is,
 * only the value being read is held. It is one of:
 * - before: nothing but space so far; an array has to begin
 * - between: inside the array, before a value or behind one
 * - inside: in a value, at some depth and perhaps in a string
 * - after: the array has ended; only space may follow
 * Lines are between from the start, and a line break ends a value.
 */
export class JsonScanner {
  readonly #isLines: boolean;
  readonly #take: TakeValue;
  #state: 'before' | 'between' | 'inside' | 'after';
  #held: Buffer | undefined;
  readonly #tail = new Tail();
  #at = 0;
  /** Where to go on in a value whose end has not come. */
  #resume = 0;
  #depth = 0;
  #isInString = false;
  #line = 1;
  #lineOfValue = 1;
  /** A comma has come, so a value must; or a value has, so a comma or the end must. */
  #expects: 'value' | 'comma' | 'either' = 'either';

  constructor(format: 'json' | 'ndjson', take: TakeValue) {
    this.#isLines = format === 'ndjson';
    this.#take = take;
    this.#state = this.#isLines ? 'between' : 'before';
  }

  push(piece: Buffer): void {
    this.#scan(this.#held ? this.#tail.join(this.#held, piece) : piece);
  }

  end(): void {
    if (this.#isLines) {
      if (this.#held && this.#state === 'inside') {
        this.#take(this.#held, 0, this.#held.length, this.#lineOfValue);
      }
      return;
    }
    if (this.#state === 'before') throw new Failure('E_IMPORT_NOT_ARRAY');
    if (this.#state === 'after') return;
    throw new Failure('E_IMPORT_UNREADABLE', `The array is cut off at line ${this.#line}.`, {
      line: this.#line,
    });
  }

  #scan(bytes: Buffer): void {
    const size = bytes.length;
    let at = this.#at;
    let start = 0;
    while (at < size) {
      if (this.#state === 'inside') {
        const end = this.#isLines ? this.#endOfLine(bytes, at) : this.#endOfValue(bytes, at);
        if (end === -1) {
          this.#hold(bytes.subarray(start), this.#resume - start);
          return;
        }
        this.#take(bytes, start, end, this.#lineOfValue);
        this.#state = 'between';
        this.#expects = 'comma';
        at = end;
        continue;
      }
      const byte = bytes[at]!;
      if (byte === LF) this.#line += 1;
      else if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0d) {
        if (this.#begins(byte)) {
          start = at;
          this.#state = 'inside';
          this.#depth = 0;
          this.#isInString = false;
          this.#lineOfValue = this.#line;
          continue;
        }
      }
      at += 1;
    }
    this.#hold(undefined, 0);
  }

  #hold(rest: Buffer | undefined, at: number): void {
    if ((rest?.length ?? 0) > LARGEST_VALUE) {
      throw new Failure(
        'E_IMPORT_UNREADABLE',
        `The row of line ${this.#lineOfValue} is larger than ${LARGEST_VALUE / 1_048_576} MB.`,
      );
    }
    this.#held = rest;
    this.#at = at;
  }

  /** Whether a value begins with this byte; brackets and commas are dealt with here. */
  #begins(byte: number): boolean {
    if (this.#isLines) return true;
    if (this.#state === 'before') {
      if (byte !== OPEN) throw new Failure('E_IMPORT_NOT_ARRAY');
      this.#state = 'between';
      return false;
    }
    if (this.#state === 'after') throw this.#unexpected(byte);
    if (byte === CLOSE && this.#expects !== 'value') {
      this.#state = 'after';
      return false;
    }
    if (byte === COMMA && this.#expects === 'comma') {
      this.#expects = 'value';
      return false;
    }
    if (this.#expects === 'comma' || byte === COMMA || byte === CLOSE) throw this.#unexpected(byte);
    return true;
  }

  #unexpected(byte: number): Failure {
    const character = String.fromCharCode(byte);
    return new Failure(
      'E_IMPORT_UNREADABLE',
      `Line ${this.#line} has a '${character}' where none belongs.`,
      { line: this.#line },
    );
  }

  #endOfLine(bytes: Buffer, from: number): number {
    this.#resume = bytes.length;
    return bytes.indexOf(LF, from);
  }

  /** The place behind a value, or -1 when its end has not come. */
  #endOfValue(bytes: Buffer, from: number): number {
    const size = bytes.length;
    let depth = this.#depth;
    let isInString = this.#isInString;
    let line = this.#line;
    let end = -1;
    let at = from;
    for (; at < size; at += 1) {
      const byte = bytes[at]!;
      if (isInString) {
        if (byte === BACKSLASH) at += 1;
        else if (byte === QUOTE) {
          isInString = false;
          if (depth === 0) {
            end = at + 1;
            break;
          }
        }
      } else if (byte === QUOTE) isInString = true;
      else if (byte === BRACE || byte === OPEN) {
        depth += 1;
        if (depth > DEEPEST) {
          throw new Failure('E_IMPORT_UNREADABLE', `Line ${line} is nested too deeply.`, { line });
        }
      } else if (byte === BRACE_END || byte === CLOSE) {
        // A bare number or word at the top ends where the array does.
        if (depth === 0) {
          end = at;
          break;
        }
        depth -= 1;
        if (depth === 0) {
          end = at + 1;
          break;
        }
      } else if (byte === COMMA && depth === 0) {
        end = at;
        break;
      } else if (byte === LF) line += 1;
    }
    this.#depth = depth;
    this.#isInString = isInString;
    this.#line = line;
    // One further where a backslash was the last byte: what it escapes comes with the next piece.
    this.#resume = at;
    return end;
  }
}
