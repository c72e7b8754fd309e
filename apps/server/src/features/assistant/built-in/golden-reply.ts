import { isNumberType } from '@causeway/contract/artifacts.ts';
import type { GoldenQuestion } from '@causeway/contract/assistant/golden.ts';
import type { Reply } from './reply.ts';
import { sayCell } from './say.ts';
import { sayIn } from './sentences.ts';

/** What somebody verified is run as it stands, and says so. */
export function goldenReply(golden: GoldenQuestion, language: 'en' | 'de'): Reply {
  const { question, sql, columns, verifiedBy, verifiedAt } = golden;
  const [first, second] = columns;
  const isDrawn = columns.length === 2 && second !== undefined && isNumberType(second.type);
  const isTimed = /^(date|timestamp)/.test(first?.type ?? '');
  const day = verifiedAt.slice(0, 10);
  const who = verifiedBy ?? '–';
  return {
    kind: 'run',
    sql,
    about: question.slice(0, 120),
    title: question.slice(0, 200),
    shape: isDrawn ? (isTimed ? 'line' : 'bar') : columns.length === 1 ? 'sql' : 'table',
    say: ({ rows, note }) => {
      const say = sayIn(language);
      const isOne = rows.length === 1 && rows[0]?.length === 1;
      const result = isOne
        ? `**${sayCell(rows[0]![0] ?? null, language)}**`
        : `${say.rows(rows.length, note !== undefined)}.`;
      const verified =
        language === 'de' ? `Geprüft von ${who} am ${day}.` : `Verified by ${who} on ${day}.`;
      return `${result}\n\n_${verified}_`;
    },
  };
}
