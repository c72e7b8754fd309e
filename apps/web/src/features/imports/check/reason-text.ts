import type { Reject } from '@causeway/contract/imports/records.ts';
import type { TFunction } from 'i18next';

/** What the product itself says about a row, by the pattern it is said in; the words of a database stay its own. */
const known = [
  [/^(?<found>\d+) values? instead of (?<wanted>\d+)\.$/, 'reason.values'],
  [/^A quote is never closed\.$/, 'reason.quote'],
  [/^Bytes that are no text in this encoding\.$/, 'reason.encoding'],
  [/^A zero byte, /, 'reason.zeroByte'],
  [/^A value is needed\.$/, 'reason.missing'],
  [/^Line (?<line>\d+) has the same key\.$/, 'reason.sameKey'],
  [/^The table has a row with this key\.$/, 'reason.taken'],
  [/^'(?<table>.*)' has no such row\.$/, 'reason.noRow'],
  [/^Breaks the rule '(?<name>.*?)': (?<expression>[^]*)$/, 'reason.rule'],
] as const;

export function reasonText({ reason }: Reject, t: TFunction<'imports'>): string {
  for (const [pattern, key] of known) {
    const match = pattern.exec(reason);
    if (match) return t(key, { ...match.groups });
  }
  return reason;
}
