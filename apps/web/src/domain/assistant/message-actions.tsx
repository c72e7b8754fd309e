import { assistantRoutes, type ChatMessage } from '@causeway/contract/assistant/threads.ts';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { notifyError } from '#platform/notify-error.ts';
import { Icon, type IconName } from '#ui/icon.tsx';
import { useCopy } from '#ui/use-copy.tsx';
import { leafUnder, siblingsOf } from './branch.ts';
import classes from './message-actions.module.css';
import { refreshThread } from './threads-query.ts';

type MessageActionsProps = {
  message: ChatMessage;
  messages: readonly ChatMessage[];
  place: { projectId: string; threadId: string };
  isMine: boolean;
  onEdit: () => void;
  onRetry?: () => void;
  onShow: (leafId: string) => void;
};

/** Below a message: to put a question anew, go between its ways, say whether an answer was good. */
export function MessageActions(props: MessageActionsProps) {
  const { message, messages, isMine, onEdit, onRetry, onShow } = props;
  const { t } = useTranslation('assistant');
  const text = message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
  if (message.role === 'assistant') {
    return (
      <div className={classes.actions}>
        {text !== '' && <CopyAnswer text={text} t={t} />}
        {isMine && onRetry && <SmallIcon name="refresh" label={t('retry')} onClick={onRetry} />}
        <Rating message={message} place={props.place} t={t} />
      </div>
    );
  }
  const ways = siblingsOf(messages, message);
  const at = ways.findIndex(({ id }) => id === message.id);
  const show = (way: ChatMessage | undefined) => way && onShow(leafUnder(messages, way.id));
  return (
    <div className={classes.actions}>
      {ways.length > 1 && (
        <span className={classes.ways}>
          <SmallIcon
            name="chevronLeft"
            label={t('earlierWay')}
            isDisabled={at === 0 || !isMine}
            onClick={() => show(ways[at - 1])}
          />
          {at + 1}/{ways.length}
          <SmallIcon
            name="chevronRight"
            label={t('laterWay')}
            isDisabled={at === ways.length - 1 || !isMine}
            onClick={() => show(ways[at + 1])}
          />
        </span>
      )}
      {isMine && <SmallIcon name="edit" label={t('edit')} onClick={onEdit} />}
    </div>
  );
}

type RatingProps = Pick<MessageActionsProps, 'message' | 'place'> & { t: TFunction<'assistant'> };

function Rating({ message, place, t }: RatingProps) {
  const [isSending, setIsSending] = useState(false);
  const toggle = async (feedback: 'good' | 'bad') => {
    if (isSending) return;
    setIsSending(true);
    try {
      await api.call(assistantRoutes.rate, {
        params: { ...place, messageId: message.id },
        body: { feedback: message.feedback === feedback ? null : feedback },
      });
    } catch (error) {
      void notifyError(error);
    }
    await refreshThread(place.projectId, place.threadId);
    setIsSending(false);
  };
  return (
    <>
      <SmallIcon
        name="thumbUp"
        label={t('good')}
        isOn={message.feedback === 'good'}
        onClick={() => void toggle('good')}
      />
      <SmallIcon
        name="thumbDown"
        label={t('bad')}
        isOn={message.feedback === 'bad'}
        onClick={() => void toggle('bad')}
      />
    </>
  );
}

/** Says for two seconds that it was copied. */
function CopyAnswer({ text, t }: { text: string; t: TFunction<'assistant'> }) {
  const { isCopied, copy } = useCopy();
  return (
    <SmallIcon
      name={isCopied ? 'check' : 'copy'}
      label={isCopied ? t('ui:copy.done') : t('copyAnswer')}
      isTold
      onClick={() => void copy(text)}
    />
  );
}

type SmallIconProps = {
  name: IconName;
  label: string;
  isOn?: boolean;
  isDisabled?: boolean;
  /** What it says changes when it is pressed. */
  isTold?: true;
  onClick: () => void;
};

/** A plain button: each message has several, and they come and go with every scroll. */
function SmallIcon({ name, label, isOn, isDisabled = false, isTold, onClick }: SmallIconProps) {
  return (
    <button
      type="button"
      className={classes.button}
      aria-label={label}
      title={label}
      aria-pressed={isOn}
      aria-live={isTold && 'polite'}
      disabled={isDisabled}
      onClick={onClick}
    >
      <Icon name={name} size={14} />
    </button>
  );
}
