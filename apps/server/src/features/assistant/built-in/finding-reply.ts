import type { Finding } from '@causeway/contract/intelligence/intelligence.ts';
import { sayFinding } from '@causeway/contract/intelligence/texts.ts';
import type { Reply } from './reply.ts';
import { sayCount } from './say.ts';

const aboutFinding = /\b(this|diese[rsnm]?|dem) (finding|befunde?s?)\b/;

export function isAboutFinding(folded: string): boolean {
  return aboutFinding.test(folded);
}

/** The rows that prove a finding, under what it says; where nothing proves it, why it matters. */
export function findingReply(finding: Finding, language: 'en' | 'de'): Reply {
  const { title, why } = sayFinding(finding, language);
  const said = `**${title}**\n\n${why}`;
  if (finding.sql === null) return { kind: 'say', text: said };
  return {
    kind: 'run',
    sql: finding.sql,
    about: title.slice(0, 120),
    title: title.slice(0, 200),
    shape: 'table',
    say: (told) => `${said}\n\n${sayCount(told, language)}.`,
  };
}
