/** What a tab that nobody named is called, in every language: it is kept as it was called first. */
const called = /^(?:Query|Abfrage) (\d+)$/;

/** Its number; undefined for a tab with a name of its own. */
export function numberOfUntitled(title: string): number | undefined {
  const number = called.exec(title)?.[1];
  return number === undefined ? undefined : Number(number);
}
