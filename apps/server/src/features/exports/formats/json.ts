import { Transform, type TransformCallback } from 'node:stream';
import type { ExportFile } from '@causeway/contract/exports.ts';
import { copyOut } from '#platform/connectors/sql/copy.ts';
import { quoteIdentifier } from '#platform/db/sql.ts';
import { jsonValue } from './json-values.ts';
import { type FormatInput, type FormattedFile, namedSource } from './format.ts';

type JsonFile = Extract<ExportFile, { format: 'json' | 'ndjson' }>;

/**
 * The database writes the JSON, a row a line; we only put the brackets around it. COPY's text form
 * would escape it once more, so it goes through as CSV whose quote and delimiter are control
 * characters, which JSON never has bare: its lines then are the lines of the file. In an array an empty
 * second column has each line end in a delimiter, which becomes its comma: dearer to add over there.
 */
export function writeJson(input: FormatInput, { format, numbers }: JsonFile): FormattedFile {
  const list = input.columns.map((column) => {
    return `${jsonValue(column, numbers)} as ${quoteIdentifier(column.name)}`;
  });
  const object = `row_to_json(written)${format === 'json' ? ', null' : ''}`;
  const copy = copyOut(
    input.client,
    `copy (select ${object} from (select ${list.join(', ')} from ${namedSource(input)}) as written)
     to stdout (format csv, quote E'\\x01', delimiter E'\\x02')`,
  );
  const body = format === 'json' ? new JsonArray() : new JsonLines();
  copy.once('error', (error) => body.destroy(error));
  body.once('close', () => copy.destroy());
  return { body: copy.pipe(body), rows: () => copy.messages };
}

/** Only a value of type json, kept as it was typed, may hold line breaks, and is quoted for them. */
const QUOTE = 0x01;
const DELIMITER = 0x02;
const COMMA = 0x2c;

/** A comma and a line break. */
const TAIL = 2;

/** Lines that end in a comma, but for the last. */
class JsonArray extends Transform {
  /** What came last: if nothing follows, its comma is one too many. */
  #held: Buffer | undefined;

  override _transform(piece: Buffer, _encoding: string, done: TransformCallback): void {
    const lines = piece.includes(QUOTE)
      ? Buffer.from(piece.filter((byte) => byte !== QUOTE))
      : piece;
    for (let at = lines.indexOf(DELIMITER); at >= 0; at = lines.indexOf(DELIMITER, at + 1)) {
      lines[at] = COMMA;
    }
    if (this.#held && lines.length < TAIL) this.#held = Buffer.concat([this.#held, lines]);
    else {
      this.push(this.#held ?? '[\n');
      this.#held = lines;
    }
    done();
  }

  override _flush(done: TransformCallback): void {
    if (this.#held) this.push(this.#held.subarray(0, -TAIL));
    this.push(this.#held ? '\n]\n' : '[]\n');
    done();
  }
}

/** A line a row: breaks inside a value become spaces, which mean the same in JSON. */
class JsonLines extends Transform {
  #isQuoted = false;

  override _transform(piece: Buffer, _encoding: string, done: TransformCallback): void {
    const isPlain = !this.#isQuoted && !piece.includes(QUOTE);
    done(null, isPlain ? piece : this.#onOneLine(piece));
  }

  #onOneLine(piece: Buffer): Buffer {
    let to = 0;
    for (const byte of piece) {
      if (byte === QUOTE) this.#isQuoted = !this.#isQuoted;
      else piece[to++] = this.#isQuoted && (byte === 0x0a || byte === 0x0d) ? 0x20 : byte;
    }
    return piece.subarray(0, to);
  }
}
