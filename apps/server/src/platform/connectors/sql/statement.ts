import type pg from 'pg';
import {
  bindMessage,
  DESCRIBE_PORTAL,
  EXECUTE_ALL,
  executeMessage,
  FLUSH,
  parseMessage,
  SYNC,
} from '#platform/db/wire-messages.ts';
import { createJsonRows, type HiddenColumns, type JsonRows } from './json-rows.ts';
import {
  BEGIN,
  BEGIN_READ_ONLY,
  DISCARD_AND_SYNC,
  ROLLBACK_AND_SYNC,
  setLocalRole,
  setLocalTimeZone,
} from './wire-messages.ts';

/**
 * One statement as it goes over the wire: always by the extended protocol, which takes a single
 * statement and no more, and everything it needs sent at once. Wrapped in a read-only transaction,
 * beginning and end travel along, so that reading costs one round trip.
 *
 * In one piece, at most `mostRows` come and the portal is dropped. In pages, the statement stays
 * open: after each page it waits for `more()`.
 */
export type StatementOptions = {
  text: string;
  /** Ours and likely to come again: the session keeps it parsed, and knows its columns. */
  prepared?: Prepared;
  values: (string | null)[];
  transaction: 'read-only' | 'begin' | 'none';
  /** The role everything in a read-only transaction runs as. */
  readerRole?: string | undefined;
  /** Where it is another than that of the session; only inside a transaction. */
  timeZone?: string | undefined;
  /** For who reads: the reset of the session travels along; a `SentReset` hears its answer. */
  resetsAfter?: boolean;
  mostRows: number;
  hidden?: HiddenColumns;
  /** Postgres itself stops at the limit; it then plans without parallel workers. */
  cutsAtLimit?: boolean;
  /** The result is taken in parts of so many rows. */
  rowsAPage?: number;
  /** Called with each page; the next one is fetched when it resolves. */
  onPage?(rows: Buffer[]): Promise<void>;
};

/** A statement under a name of its own on one session; it has fields once it ran. */
export type Prepared = { name: string; fields?: pg.FieldDef[] };

type Connection = {
  stream: { write(bytes: Buffer): void };
  parse(query: { text: string; name?: string; types?: number[] }): void;
  describe(message: { type: 'P' | 'S'; name: string }): void;
  execute(config: { portal?: string; rows?: number }): void;
  flush(): void;
  sync(): void;
  sendCopyFail(message: string): void;
  once(event: string, listener: (message: { dataTypeIDs: number[] }) => void): void;
};

export type Completed = {
  fields: pg.FieldDef[];
  rows: JsonRows;
  /** Empty when Postgres did not come to its end because of the row limit. */
  command: string;
  rowCount: number;
};

export class Statement implements pg.Submittable {
  readonly rows: JsonRows;
  readonly completed: Promise<Completed>;
  readonly #options: StatementOptions;
  #fields: pg.FieldDef[] = [];
  #tag: string | undefined;
  #tagsToSkip: number;
  #error: Error | undefined;
  #resolve!: (completed: Completed) => void;
  #reject!: (error: Error) => void;

  constructor(options: StatementOptions) {
    this.#options = options;
    const { transaction, readerRole, timeZone } = options;
    const before = [true, readerRole !== undefined, timeZone !== undefined].filter(Boolean).length;
    this.#tagsToSkip = transaction === 'none' ? 0 : before;
    this.rows = createJsonRows(
      options.onPage ? '\n' : ',',
      options.onPage ? Infinity : options.mostRows,
      options.rowsAPage,
      options.hidden,
    );
    this.completed = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.completed.catch(() => {});
  }

  get fields(): pg.FieldDef[] {
    return this.#fields;
  }

  submit(connection: unknown): void {
    const wire = connection as Connection;
    const { text, prepared, values, transaction, readerRole, timeZone } = this.#options;
    const name = prepared?.name ?? '';
    const pieces: Buffer[] = [];
    if (transaction !== 'none') {
      pieces.push(transaction === 'read-only' ? BEGIN_READ_ONLY : BEGIN);
    }
    if (readerRole !== undefined) pieces.push(setLocalRole(readerRole));
    if (timeZone !== undefined) pieces.push(setLocalTimeZone(timeZone));
    if (prepared?.fields) this.#takeFields(prepared.fields);
    else pieces.push(parseMessage(name, text));
    pieces.push(bindMessage(name, values));
    if (!prepared?.fields) pieces.push(DESCRIBE_PORTAL);
    pieces.push(...this.#ending());
    // In one piece: each would be a write of its own.
    wire.stream.write(Buffer.concat(pieces));
  }

  #ending(): Buffer[] {
    const { transaction, mostRows, cutsAtLimit, onPage, resetsAfter } = this.#options;
    if (onPage) return [executeMessage(mostRows), FLUSH];
    return [
      // One more than allowed tells whether there were more.
      cutsAtLimit ? executeMessage(mostRows + 1) : EXECUTE_ALL,
      transaction === 'read-only' ? ROLLBACK_AND_SYNC : SYNC,
      ...(resetsAfter ? [DISCARD_AND_SYNC] : []),
    ];
  }

  handleRowDescription({ fields }: { fields: pg.FieldDef[] }): void {
    this.#takeFields(fields);
  }

  #takeFields(fields: pg.FieldDef[]): void {
    this.#fields = fields.slice(0, fields.length - (this.#options.hidden?.count ?? 0));
    this.rows.describe(fields.map((field) => field.dataTypeID));
  }

  /** Rows take the way of the tap; one that comes here came after the statement had failed. */
  handleDataRow(): void {}

  handlePortalSuspended(connection: unknown): void {
    const { onPage, mostRows } = this.#options;
    const wire = connection as Connection;
    if (!onPage) {
      this.#tag = '';
      return;
    }
    onPage(this.rows.take())
      .then(() => {
        wire.execute({ rows: mostRows });
        wire.flush();
      })
      .catch((error: Error) => {
        this.#error = error;
        wire.sync();
      });
  }

  handleCommandComplete({ text }: { text: string }, connection: unknown): void {
    if (this.#tagsToSkip > 0) {
      this.#tagsToSkip -= 1;
      return;
    }
    if (this.#tag !== undefined) return;
    this.#tag = text;
    this.#endPages(connection as Connection);
  }

  handleEmptyQuery(connection: unknown): void {
    this.#tag = '';
    this.#endPages(connection as Connection);
  }

  #endPages(wire: Connection): void {
    const { onPage } = this.#options;
    if (!onPage) return;
    onPage(this.rows.take())
      .catch((error: Error) => {
        this.#error = error;
      })
      .finally(() => wire.sync());
  }

  handleError(error: Error, connection: unknown): void {
    this.#reject(this.#error ?? error);
    if (this.#options.onPage) (connection as Connection).sync();
  }

  handleReadyForQuery(): void {
    if (this.#error) {
      this.#reject(this.#error);
      return;
    }
    const { command, rowCount } = readTag(this.#tag ?? '', this.rows.count);
    const { rows } = this;
    this.#resolve({ fields: this.#fields, rows, command, rowCount });
  }

  handleCopyInResponse(connection: unknown): void {
    (connection as Connection).sendCopyFail('COPY FROM STDIN is not possible here');
  }

  handleCopyData(): void {}
}

/** `INSERT 0 3`, `SELECT 10`, `CREATE TABLE`. The tag of a page counts only its own rows. */
function readTag(tag: string, read: number): { command: string; rowCount: number } {
  const words = tag.split(' ');
  const command = words.filter((word) => !/^\d+$/.test(word)).join(' ');
  return { command, rowCount: read > 0 ? read : Number(words.at(-1)) || 0 };
}

/**
 * The reset that a statement with `resetsAfter` took along: queued behind it, it sends nothing and
 * only hears how it went. So a session is free one round trip sooner.
 */
export class SentReset implements pg.Submittable {
  readonly done: Promise<boolean>;
  #hasFailed = false;
  #resolve!: (isReset: boolean) => void;

  constructor() {
    this.done = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  submit(): void {}

  handleCommandComplete(): void {}

  /** Behind a statement that failed, or when the connection is lost. */
  handleError(): void {
    this.#hasFailed = true;
    this.#resolve(false);
  }

  handleReadyForQuery(): void {
    this.#resolve(!this.#hasFailed);
  }
}

/** The types Postgres gives to the parameters of a statement. */
export class ParameterTypes implements pg.Submittable {
  readonly found: Promise<number[]>;
  readonly #text: string;
  #types: number[] = [];
  #resolve!: (types: number[]) => void;
  #reject!: (error: Error) => void;

  constructor(text: string) {
    this.#text = text;
    this.found = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.found.catch(() => {});
  }

  submit(connection: unknown): void {
    const wire = connection as Connection;
    wire.once('parameterDescription', ({ dataTypeIDs }) => {
      this.#types = dataTypeIDs;
    });
    wire.parse({ text: this.#text });
    wire.describe({ type: 'S', name: '' });
    wire.sync();
  }

  handleRowDescription(): void {}

  handleError(error: Error): void {
    this.#reject(error);
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#types);
  }
}
