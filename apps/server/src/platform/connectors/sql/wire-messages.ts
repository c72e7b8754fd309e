import { quoteIdentifier } from '#platform/db/sql.ts';

/**
 * Messages of Postgres' extended protocol that are always the same, as bytes: written once here
 * instead of piece by piece for every statement.
 */
export const BEGIN = runOf('begin');
export const BEGIN_READ_ONLY = runOf('begin read only');
export const SYNC = message('S');
export const ROLLBACK_AND_SYNC = Buffer.concat([runOf('rollback'), SYNC]);
/** In a unit of its own: Postgres refuses it behind anything else. */
export const DISCARD_AND_SYNC = Buffer.concat([runOf('discard all'), SYNC]);

/** For the transaction that is open, and gone with it. */
export function setLocalRole(role: string): Buffer {
  return runOf(`set local role ${quoteIdentifier(role)}`);
}

/** By which days begin and times are printed, until the transaction ends. */
export function setLocalTimeZone(zone: string): Buffer {
  return runOf(`set local timezone to ${quoteLiteral(zone)}`);
}

function quoteLiteral(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Parse, bind and execute of a statement without values. */
function runOf(text: string): Buffer {
  const noName = [0];
  const none = [0, 0];
  return Buffer.concat([
    message('P', ...noName, ...Buffer.from(text), 0, ...none),
    message('B', ...noName, ...noName, ...none, ...none, ...none),
    message('E', ...noName, 0, 0, 0, 0),
  ]);
}

function message(kind: string, ...content: number[]): Buffer {
  const head = Buffer.alloc(5);
  head.write(kind);
  head.writeUInt32BE(content.length + 4, 1);
  return Buffer.concat([head, Buffer.from(content)]);
}
