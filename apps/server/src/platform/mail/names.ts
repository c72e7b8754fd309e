/**
 * What somebody else wrote must not become a letter of their own: a name with a link, a domain (in
 * whatever letters), a line break or a long speech in it is not repeated. The subject holds none at all.
 */
export function nameForMail(name: string, instead: string): string {
  return isPlainName(name) ? name : instead;
}

/** Wide signs are read by mail programs as those they look like. */
export function isPlainName(name: string): boolean {
  return name.length <= 60 && !speaking.test(name.normalize('NFKC'));
}

const speaking = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}/@:]|[\p{L}\p{N}\p{M}_][.。][\p{L}\p{N}_]{2}/u;
