import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from './copy-text.ts';
import { loadNotifications } from './notifications.ts';
import classes from './use-copy.module.css';

const SHOWN_MS = 2000;
/** Links and secrets are short enough to be selected by hand. */
const LONGEST_BY_HAND = 300;

/**
 * Copies a text. Whoever shows `isCopied` says for two seconds that it was; what closes with the click
 * has it told in a notice. That it could not be copied is told always, with what there was to copy.
 */
export function useCopy({ isTold = false }: { isTold?: boolean } = {}) {
  const { t } = useTranslation('ui');
  const [isCopied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  /** Resolves to whether it is in the clipboard. */
  async function copy(text: string): Promise<boolean> {
    const isDone = await copyText(text);
    clearTimeout(timer.current);
    setCopied(isDone);
    if (isDone) timer.current = setTimeout(() => setCopied(false), SHOWN_MS);
    if (!isDone) await tellRefused(text);
    else if (isTold) await tellCopied(t('copy.done'));
    return isDone;
  }

  async function tellRefused(text: string): Promise<void> {
    const isShort = text.length <= LONGEST_BY_HAND;
    const notifications = await loadNotifications();
    // The one before told of another text.
    notifications.hide('not-copied');
    notifications.show({
      id: 'not-copied',
      color: 'red',
      role: 'alert',
      autoClose: isShort ? false : 8000,
      title: t('copy.refused'),
      message: isShort ? (
        <>
          {t('copy.byHand')}
          <code className={classes.text} data-private>
            {text}
          </code>
        </>
      ) : (
        t('copy.refusedLine')
      ),
    });
  }

  return { isCopied, copy };
}

/** One notice is enough, however often something is copied. */
export async function tellCopied(message: string, autoClose = 1500): Promise<void> {
  (await loadNotifications()).show({ id: 'copied', message, autoClose, withCloseButton: false });
}
