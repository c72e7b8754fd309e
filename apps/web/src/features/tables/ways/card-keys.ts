import type { KeyboardEvent } from 'react';

/** Arrows go from card to card: up and down in a stack, left and right to the next one that has any. */
export function goToCard({
  key,
  currentTarget,
  shiftKey,
  altKey,
  ctrlKey,
  metaKey,
}: KeyboardEvent) {
  if (shiftKey || altKey || ctrlKey || metaKey) return false;
  const stack = currentTarget.closest('[data-stack]');
  if (!stack) return false;
  const own = listCards(stack);
  const at = own.indexOf(currentTarget as HTMLElement);
  const target =
    key === 'ArrowDown' || key === 'ArrowUp'
      ? own[at + (key === 'ArrowDown' ? 1 : -1)]
      : key === 'ArrowLeft' || key === 'ArrowRight'
        ? cardBeside(stack, at, key === 'ArrowRight' ? 1 : -1)
        : undefined;
  target?.focus();
  return key.startsWith('Arrow');
}

/** Where an arrow leads among cards that stand in lines; undefined for any other key. */
export function cardInGrid(
  key: string,
  { at, perLine, count }: { at: number; perLine: number; count: number },
): number | undefined {
  const last = count - 1;
  if (key === 'ArrowLeft') return Math.max(0, at - 1);
  if (key === 'ArrowRight') return Math.min(last, at + 1);
  if (key === 'ArrowUp') return at < perLine ? at : at - perLine;
  if (key !== 'ArrowDown') return undefined;
  const isLastLine = Math.floor(at / perLine) === Math.floor(last / perLine);
  return isLastLine ? at : Math.min(last, at + perLine);
}

function listCards(stack: Element): HTMLElement[] {
  // As they stand, which is not always the order they came in.
  return [...stack.querySelectorAll<HTMLElement>('[data-card]')];
}

function cardBeside(stack: Element, at: number, step: 1 | -1): HTMLElement | undefined {
  const stacks = [...(stack.parentElement?.querySelectorAll('[data-stack]') ?? [])];
  const from = stacks.indexOf(stack) + step;
  for (let place = from; place >= 0 && place < stacks.length; place += step) {
    const other = stacks[place];
    const cards = other ? listCards(other) : [];
    if (cards.length > 0) return cards[Math.min(at, cards.length - 1)];
  }
  return undefined;
}
