import { type SyntheticEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirmDialog, isAnswering } from '#ui/confirm-dialog.ts';
import { useUnsavedWork } from './unsaved-work.ts';

type TypedGuard = { onClose: () => void; onInput: (event: SyntheticEvent) => void };

/**
 * Goes onto a dialog whose fields hold more than a word or two: `<Modal {...guard}>`. Escape, a click
 * outside and the cross ask before what was typed is gone; a button that says so does not. Who knows
 * better than by the keys that were pressed says whether anything is typed.
 */
export function useTypedGuard(onClose: () => void, isTyped?: boolean): TypedGuard {
  const mayDiscard = useDiscardQuestion();
  const [isTouched, setTouched] = useState(false);
  const hasTyped = isTyped ?? isTouched;
  const isAsking = useRef(false);
  useUnsavedWork(hasTyped);

  async function ask(): Promise<void> {
    isAsking.current = true;
    const isConfirmed = await mayDiscard();
    isAsking.current = false;
    if (isConfirmed) onClose();
  }

  return {
    onClose: () => {
      if (!hasTyped) onClose();
      // The key that answers the question is heard here as well, and is no second wish to close.
      else if (!isAsking.current && !isAnswering()) void ask();
    },
    onInput: ({ target }) => {
      if (isText(target)) setTouched(true);
    },
  };
}

/** Asks whether what was typed may go. */
export function useDiscardQuestion(): () => Promise<boolean> {
  const { t } = useTranslation('platform');
  return () =>
    confirmDialog({
      title: t('typed.title'),
      losses: [t('typed.loss')],
      confirmLabel: t('typed.discard'),
    });
}

const chosen = new Set(['checkbox', 'radio', 'range', 'search', 'file']);

/** What is chosen, or looked for in a list, is no work. */
function isText(target: EventTarget): boolean {
  if (target instanceof HTMLInputElement) {
    return !chosen.has(target.type) && target.getAttribute('aria-haspopup') !== 'listbox';
  }
  if (target instanceof HTMLTextAreaElement) return true;
  return target instanceof HTMLElement && target.isContentEditable;
}
