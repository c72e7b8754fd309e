import type { MessagePart } from '@causeway/contract/assistant/parts.ts';
import type { ChatMessage } from '@causeway/contract/assistant/threads.ts';

const LINE = 22;
const LETTERS_A_LINE = 90;

/**
 * About how high a message will be. What is guessed well does not move the others when it is drawn
 * and measured.
 */
export function guessHeight({ role, parts }: ChatMessage): number {
  const around = role === 'person' ? 62 : 44;
  return around + parts.reduce((sum, part) => sum + heightOf(part), 0);
}

function heightOf(part: MessagePart): number {
  if (part.type === 'text') {
    const lines = part.text.split('\n');
    return lines.reduce((sum, line) => sum + LINE * Math.ceil(line.length / LETTERS_A_LINE), 0);
  }
  if (part.type === 'artifact') return 300;
  return part.type === 'approval' ? 200 : 30;
}
