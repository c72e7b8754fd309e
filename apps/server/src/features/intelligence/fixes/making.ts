/** As we write it, and as the database tells how an index was made. */
const making =
  /^create (unique )?index (concurrently )?("(?:[^"]|"")+"|[^\s"]+) on (only )?("(?:[^"]|"")+"|[^\s".]+)\./i;

/** The index that a statement makes, with its schema; undefined where it makes none. */
export function madeBy(statement: string): string | undefined {
  const [, , , index, , schema] = making.exec(statement) ?? [];
  return index && schema && `${schema}.${index}`;
}

/**
 * What makes an index of a partitioned table together with those of its parts. Its definition is told as
 * of the table alone; nor can it be made while everybody works on, as ways back once tried.
 */
export function ofAllParts(statement: string): string {
  const isOfOne = making.exec(statement)?.[4] !== undefined;
  return isOfOne ? withoutManner(statement) : statement;
}

/** The index alone, whichever way it is made. */
export function withoutManner(statement: string): string {
  return statement.replace(
    making,
    (_head, unique: string | undefined, _manner, index: string, _only, schema: string) =>
      `CREATE ${unique === undefined ? '' : 'UNIQUE '}INDEX ${index} ON ${schema}.`,
  );
}
