import type { ChatMessage } from '@causeway/contract/assistant/threads.ts';
import { memo, useSyncExternalStore } from 'react';
import type { ArrivingParts } from './arriving-parts.ts';
import { MessageActions } from './message-actions.tsx';
import { MessageView, textOf } from './message-view.tsx';

type MessageRowProps = StoredRowProps & { arriving: ArrivingParts | undefined };

/**
 * A message of a conversation. One that arrives is drawn again with its words, it alone; when it has
 * arrived it stays the same part of the page, with what was typed or run in it meanwhile.
 */
export function MessageRow({ arriving, ...row }: MessageRowProps) {
  const parts = useSyncExternalStore(arriving?.subscribe ?? nobody, arriving?.get ?? nothing);
  return <StoredRow {...row} message={parts ? { ...row.message, parts } : row.message} />;
}

const nobody = () => () => {};
const nothing = () => undefined;

type StoredRowProps = {
  message: ChatMessage;
  messages: readonly ChatMessage[];
  place: { projectId: string; threadId: string };
  isMine: boolean;
  onChoose: (question: string) => void;
  onEdit: (message: ChatMessage) => void;
  onRetry?: (answer: ChatMessage) => void;
  onShow: (leafId: string) => void;
};

const StoredRow = memo(function StoredRow(props: StoredRowProps) {
  const { message, messages, place, isMine, onChoose, onEdit, onRetry, onShow } = props;
  return (
    <MessageView
      message={message}
      place={place}
      mayDecide={isMine}
      isLast={!messages.some(({ parentId }) => parentId === message.id)}
      question={questionOf(messages, message)}
      onChoose={onChoose}
      actions={
        message.state !== 'running' && (
          <MessageActions
            message={message}
            messages={messages}
            place={place}
            isMine={isMine}
            onEdit={() => onEdit(message)}
            {...(onRetry && { onRetry: () => onRetry(message) })}
            onShow={onShow}
          />
        )
      }
    />
  );
});

/** What an answer answers. */
function questionOf(messages: readonly ChatMessage[], { parentId }: ChatMessage) {
  const asked = messages.find(({ id }) => id === parentId);
  return asked && textOf(asked.parts);
}
