import { assistantRoutes, type ChatMessage } from '@causeway/contract/assistant/threads.ts';
import { ActionIcon, Tooltip } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { CopyButton } from '#ui/copy-button.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';
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
        {text !== '' && <CopyButton value={text} label={t('copyAnswer')} />}
        {isMine && onRetry && <SmallIcon name="refresh" label={t('retry')} onClick={onRetry} />}
        <Rating {...props} />
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

function Rating({ message, place }: MessageActionsProps) {
  const { t } = useTranslation('assistant');
  const rate = useMutation({
    mutationFn: (feedback: 'good' | 'bad' | null) =>
      api.call(assistantRoutes.rate, {
        params: { ...place, messageId: message.id },
        body: { feedback },
      }),
    onSettled: () => refreshThread(place.projectId, place.threadId),
  });
  const toggle = (feedback: 'good' | 'bad') =>
    rate.mutate(message.feedback === feedback ? null : feedback);
  return (
    <>
      <SmallIcon
        name="thumbUp"
        label={t('good')}
        isOn={message.feedback === 'good'}
        onClick={() => toggle('good')}
      />
      <SmallIcon
        name="thumbDown"
        label={t('bad')}
        isOn={message.feedback === 'bad'}
        onClick={() => toggle('bad')}
      />
    </>
  );
}

type SmallIconProps = {
  name: IconName;
  label: string;
  isOn?: boolean;
  isDisabled?: boolean;
  onClick: () => void;
};

function SmallIcon({ name, label, isOn, isDisabled = false, onClick }: SmallIconProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        size={24}
        variant={isOn ? 'light' : 'subtle'}
        color={isOn ? undefined : 'gray'}
        aria-label={label}
        aria-pressed={isOn}
        disabled={isDisabled}
        onClick={onClick}
      >
        <Icon name={name} size={14} />
      </ActionIcon>
    </Tooltip>
  );
}
