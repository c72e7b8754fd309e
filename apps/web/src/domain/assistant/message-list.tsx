import type { ChatMessage } from '@causeway/contract/assistant/threads.ts';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './conversation-view.module.css';
import { guessHeight } from './message-height.ts';

type MessageListProps = {
  branch: ChatMessage[];
  isArriving: boolean;
  children: (message: ChatMessage) => React.ReactNode;
};

const waysToScroll = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/**
 * Only what is in view is drawn. A new question goes to the top at most, so that an answer is read from
 * its first word on however long it gets; who scrolls away is left where they are.
 */
export function MessageList({ branch, isArriving, children }: MessageListProps) {
  const { t } = useTranslation('assistant');
  const scroller = useRef<HTMLDivElement>(null);
  const isFollowing = useRef(true);
  // oxlint-disable-next-line react/incompatible-library -- what it returns is used here and nowhere else
  const rows = useVirtualizer({
    count: branch.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (branch[index] ? guessHeight(branch[index]) : 0),
    getItemKey: (index) => branch[index]?.id ?? index,
    overscan: 3,
  });
  const drawn = rows.getVirtualItems();
  const last = branch.at(-1);
  const height = rows.getTotalSize();
  const questionAt = branch.findLastIndex(({ role }) => role === 'person');
  const questionId = branch[questionAt]?.id;
  useEffect(() => {
    isFollowing.current = true;
  }, [questionId]);
  useEffect(() => {
    const { current } = scroller;
    const leave = () => {
      isFollowing.current = false;
    };
    for (const way of waysToScroll) current?.addEventListener(way, leave, { passive: true });
    return () => {
      for (const way of waysToScroll) current?.removeEventListener(way, leave);
    };
  }, []);
  useEffect(() => {
    const { current } = scroller;
    if (!isFollowing.current || !current || questionAt < 0) return;
    // Not further than the end.
    const [top] = rows.getOffsetForIndex(questionAt, 'start') ?? [current.scrollHeight];
    current.scrollTop = top;
  }, [rows, questionAt, last, isArriving, height]);

  return (
    // Without a tab stop a keyboard could not scroll it.
    <div
      ref={scroller}
      className={classes.messages}
      role="log"
      aria-label={t('messages')}
      aria-live="polite"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <div className={classes.rows} style={{ height }}>
        {/* One place for all that is drawn: below each other, messages need none of their own. */}
        <div
          className={classes.drawn}
          style={{ transform: `translateY(${drawn[0]?.start ?? 0}px)` }}
        >
          {drawn.map(({ key, index }) => {
            const message = branch[index];
            if (!message) return null;
            return (
              <div key={key} ref={rows.measureElement} data-index={index} className={classes.row}>
                {children(message)}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}
