import {
  type DataLevel,
  leastLevel,
  type MessagePart,
} from '@causeway/contract/assistant/parts.ts';
import type { ChatMessage } from '@causeway/contract/assistant/threads.ts';
import { withoutValues } from './without-values.ts';

/** What an answer was made with: how much of the data, and what was kept from it. */
export type MadeWith = {
  level: DataLevel | null;
  /** Of what its connector kept from models then; null where nothing was kept from it. */
  kept: string | null;
  /** The same of now. */
  keptNow: string | null;
};

export type EarlierMessage = ChatMessage & { madeWith: MadeWith };

const LONGEST_STATEMENT = 1_500;

/**
 * An earlier message as a model reads it: what tools found is one line each. An answer that was made with
 * more of the data than the model of now may see is told by what was done for it, without its words; of
 * one that may speak of tables that are kept from models by now, not even the statements are.
 */
export function wordsOf(
  { role, parts, madeWith }: EarlierMessage,
  { level, isKept }: { level: DataLevel; isKept: boolean },
): string {
  if (role === 'person') return said(parts.map(textOf));
  const { kept, keptNow } = madeWith;
  if (isKept && keptNow !== null && kept !== keptNow) return said([LEFT_OUT, ...parts.map(doneBy)]);
  const most = madeWith.level ?? 'full';
  if (leastLevel(most, level) === most) return said(parts.map(textOf));
  return said([LEFT_OUT, ...parts.map((part) => doneBy(part) + statementOf(part, level))]);
}

const LEFT_OUT =
  '[An earlier answer, shown to the person. It holds data that is not shared with you; its words are left out.]';

function said(lines: readonly string[]): string {
  return lines.filter(Boolean).join('\n');
}

function textOf(part: MessagePart): string {
  if (part.type === 'text') return part.text;
  // The statement is its own words: `and by country?` goes on from it.
  if (part.type === 'step') {
    const sql = part.sql === undefined ? '' : `; ${part.sql.slice(0, LONGEST_STATEMENT)}`;
    return `[${part.tool} ${part.about}: ${part.state}${sql}]`;
  }
  if (part.type === 'approval') return `[proposed ${part.operation} ${part.title}: ${part.state}]`;
  if (part.type === 'error') return `[${part.code}]`;
  return '';
}

/** What was done, without what it was about. */
function doneBy(part: MessagePart): string {
  if (part.type === 'step') return `[${part.tool}: ${part.state}]`;
  if (part.type === 'approval') return `[proposed ${part.operation}: ${part.state}]`;
  if (part.type === 'error') return `[${part.code}]`;
  return '';
}

function statementOf(part: MessagePart, level: DataLevel): string {
  if (part.type !== 'step' || part.sql === undefined) return '';
  return ` ${withoutValues(part.sql.slice(0, LONGEST_STATEMENT), level)}`;
}
