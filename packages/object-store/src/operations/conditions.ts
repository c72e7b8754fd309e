import { StoreError } from '../http/errors.ts';

type Headers = Record<string, string>;
type Version = { etag: string; modified: number };

/** May this write replace what is there? Checked when it is committed, so no other slips between. */
export function checkWriteConditions(headers: Headers, current: Version | undefined): void {
  const match = headers['if-match'];
  const noneMatch = headers['if-none-match'];
  if (match !== undefined) {
    if (!current) throw new StoreError('NoSuchKey');
    if (!matches(match, current)) throw new StoreError('PreconditionFailed');
  }
  if (noneMatch !== undefined && current && matches(noneMatch, current)) {
    throw new StoreError('PreconditionFailed');
  }
}

/** May this be deleted? What is not there cannot differ in size or time; an ETag it cannot have. */
export function checkDeleteConditions(
  headers: Headers,
  current: (Version & { size: number }) | undefined,
): void {
  if (headers['if-match'] !== undefined) {
    checkWriteConditions({ 'if-match': headers['if-match'] }, current);
  }
  const size = headers['x-amz-if-match-size'];
  const time = headers['x-amz-if-match-last-modified-time'];
  const expected = readDate(time);
  if ((size !== undefined && !/^\d{1,15}$/.test(size)) || (time && expected === undefined)) {
    throw new StoreError('InvalidArgument', 'A condition of the delete cannot be read.');
  }
  if (!current) return;
  const differs =
    (size !== undefined && Number(size) !== current.size) ||
    (expected !== undefined && expected !== seconds(current.modified));
  if (differs) throw new StoreError('PreconditionFailed');
}

/** The answer to a conditional read: the object, or 304 because the reader already has it. */
export function isUnchanged(headers: Headers, object: Version): boolean {
  checkExpected(headers, object, '');
  return isKnown(headers, object, '');
}

/** A copy's source has no 304: a condition that does not hold refuses the copy. */
export function checkCopySource(headers: Headers, object: Version): void {
  const prefix = 'x-amz-copy-source-';
  checkExpected(headers, object, prefix);
  if (isKnown(headers, object, prefix)) throw new StoreError('PreconditionFailed');
}

function isKnown(headers: Headers, object: Version, prefix: string): boolean {
  const noneMatch = headers[`${prefix}if-none-match`];
  if (noneMatch !== undefined) return matches(noneMatch, object);
  const since = readDate(headers[`${prefix}if-modified-since`]);
  return since !== undefined && seconds(object.modified) <= since;
}

function checkExpected(headers: Headers, object: Version, prefix: string): void {
  const match = headers[`${prefix}if-match`];
  const unmodifiedSince = readDate(headers[`${prefix}if-unmodified-since`]);
  // A matching ETag outweighs the date, as RFC 9110 has it.
  const fails =
    match !== undefined
      ? !matches(match, object)
      : unmodifiedSince !== undefined && seconds(object.modified) > unmodifiedSince;
  if (fails) throw new StoreError('PreconditionFailed');
}

function readDate(text: string | undefined): number | undefined {
  const time = text === undefined ? NaN : Date.parse(text);
  return Number.isNaN(time) ? undefined : seconds(time);
}

// HTTP dates have no fractions of a second.
function seconds(time: number): number {
  return Math.floor(time / 1000);
}

function matches(condition: string, { etag }: Version): boolean {
  return condition.split(',').some((item) => {
    const given = item
      .trim()
      .replace(/^W\//, '')
      .replace(/^"(.*)"$/, '$1');
    return given === '*' || given === etag;
  });
}
