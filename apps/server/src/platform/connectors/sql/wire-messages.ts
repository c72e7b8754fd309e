import { quoteIdentifier } from '#platform/db/sql.ts';
import { bindMessage, EXECUTE_ALL, parseMessage, SYNC } from '#platform/db/wire-messages.ts';

/** What always stands around a statement, as bytes. */
export const BEGIN = runOf('begin');
export const BEGIN_READ_ONLY = runOf('begin read only');
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
  return Buffer.concat([parseMessage('', text), bindMessage('', []), EXECUTE_ALL]);
}
