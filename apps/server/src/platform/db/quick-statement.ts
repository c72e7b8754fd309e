import type pg from 'pg';
import type { Database } from './database.ts';
import { bindMessage, EXECUTE_ALL, parseMessage, SYNC } from './wire-messages.ts';

type Cells = (string | null)[];
type Wire = { stream: { write(bytes: Buffer): void } };

/**
 * A statement that every request asks. It is parsed once a connection, and what columns its answer has
 * is not told each time, since it was written here: cells come as the text Postgres prints, in order.
 */
export class QuickStatement {
  static #made = 0;
  readonly #name: string;
  readonly #parse: Buffer;
  readonly #parsedOn = new WeakSet<Wire>();

  constructor(text: string) {
    QuickStatement.#made += 1;
    this.#name = `causeway quick ${QuickStatement.#made}`;
    this.#parse = parseMessage(this.#name, text);
  }

  ask({ pool }: Database, values: Cells): Promise<Cells[]> {
    // The pool takes a connection that failed out of use, so that none is left half way.
    return pool.query(new Asked(this, values) as never);
  }

  send(wire: Wire, values: Cells): void {
    const pieces = [bindMessage(this.#name, values), EXECUTE_ALL, SYNC];
    if (!this.#parsedOn.has(wire)) pieces.unshift(this.#parse);
    wire.stream.write(Buffer.concat(pieces));
  }

  noteParsed(wire: Wire): void {
    this.#parsedOn.add(wire);
  }
}

class Asked implements pg.Submittable {
  readonly #statement: QuickStatement;
  readonly #values: Cells;
  readonly #rows: Cells[] = [];
  /** Set by the driver. */
  callback: (error: Error | null, rows?: Cells[]) => void = undefined as never;

  constructor(statement: QuickStatement, values: Cells) {
    this.#statement = statement;
    this.#values = values;
  }

  submit(wire: unknown): void {
    this.#statement.send(wire as Wire, this.#values);
  }

  handleDataRow({ fields }: { fields: Cells }): void {
    this.#rows.push(fields);
  }

  handleReadyForQuery(wire: unknown): void {
    this.#statement.noteParsed(wire as Wire);
    this.callback(null, this.#rows);
  }

  handleError(error: Error): void {
    this.callback(error);
  }

  handleRowDescription(): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
}
