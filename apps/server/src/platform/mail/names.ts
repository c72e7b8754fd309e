/**
 * What somebody else wrote must not become a letter of their own: a name with a link, a domain, a
 * line break or a long speech in it is not repeated. The subject holds none at all.
 */
export function nameForMail(name: string, instead: string): string {
  const isPlain = name.length <= 60 && !/[\r\n/@:]|\w\.\w\w/.test(name);
  return isPlain ? name : instead;
}
