import type { MessagePart, PartOf } from '@causeway/contract/assistant/parts.ts';
import type { ChatMessage } from '@causeway/contract/assistant/threads.ts';
import { Loader } from '@mantine/core';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import { AnswerArtifact } from './answer-artifact.tsx';
import { ApprovalCard } from './approval-card.tsx';
import { AssistantText } from './assistant-text.tsx';
import classes from './message-view.module.css';
import type { Drawn } from './sql-actions.tsx';
import { StepView } from './step-view.tsx';

type MessageViewProps = {
  message: ChatMessage;
  place: { projectId: string; threadId: string };
  mayDecide: boolean;
  onChoose: (question: string) => void;
  /** Nothing was said since. */
  isLast?: boolean;
  /** Of an answer: what it answers. */
  question?: string | undefined;
  /** What can be done with it, below it. */
  actions?: ReactNode;
};

export const MessageView = memo(function MessageView(props: MessageViewProps) {
  const { message, actions } = props;
  const { t } = useTranslation('assistant');
  if (message.role === 'person') {
    return (
      <article className={classes.question} aria-label={t('question')}>
        <p className={classes.asked} data-values>
          {textOf(message.parts)}
        </p>
        {actions}
      </article>
    );
  }
  const drawn = drawnIn(message.parts);
  const isEmpty = message.parts.length === 0 && message.state === 'running';
  return (
    <article
      className={classes.answer}
      data-values
      aria-label={t('answer')}
      aria-busy={message.state === 'running'}
    >
      {isEmpty && <Loader size={16} type="dots" />}
      {message.parts.map((part, index) => (
        <PartView
          key={keyOf(part, index)}
          part={part}
          drawn={drawn}
          place={props.place}
          mayDecide={props.mayDecide}
          question={props.question}
          isLast={props.isLast}
          onChoose={props.onChoose}
        />
      ))}
      {message.state !== 'running' && message.state !== 'done' && message.state !== 'waiting' && (
        <p className={classes.state}>{t(`states.${message.state}`)}</p>
      )}
      {actions}
    </article>
  );
});

function keyOf(part: MessagePart, index: number): string {
  return 'id' in part ? part.id : `${part.type} ${index}`;
}

type PartViewProps = Pick<
  MessageViewProps,
  'place' | 'mayDecide' | 'question' | 'isLast' | 'onChoose'
> & { part: MessagePart; drawn: Drawn };

/** What is there of an answer is not drawn again while its last part grows. */
const PartView = memo(function PartView(props: PartViewProps) {
  const { part, place, mayDecide, question, isLast, drawn, onChoose } = props;
  switch (part.type) {
    case 'text':
      return <AssistantText text={part.text} />;
    case 'step':
      return <StepView step={part} />;
    case 'artifact':
      return (
        <div className={classes.artifact}>
          <AnswerArtifact
            artifact={part.artifact}
            projectId={place.projectId}
            question={question}
            drawn={drawn}
          />
        </div>
      );
    case 'approval':
      return (
        <div className={classes.artifact}>
          <ApprovalCard card={part} place={place} mayDecide={mayDecide} />
          {isLast && mayDecide && isDecided(part) && <GoOn onChoose={onChoose} />}
        </div>
      );
    case 'choices':
      return <Choices {...part} onChoose={onChoose} />;
    case 'note':
      return (
        <p className={classes.note}>
          <Icon name={part.tone === 'warning' ? 'warning' : 'info'} size={14} /> {part.text}
        </p>
      );
    default:
      return (
        <p className={classes.error} role="alert">
          <Icon name="warning" size={16} /> {part.message}
        </p>
      );
  }
});

function GoOn({ onChoose }: Pick<MessageViewProps, 'onChoose'>) {
  const { t } = useTranslation('assistant');
  return <Choices label="" items={[t('proposal.goOn')]} onChoose={onChoose} />;
}

/** The model hears of it when it is asked to go on: nothing is asked of it unasked. */
function isDecided({ state }: PartOf<'approval'>): boolean {
  return state === 'done' || state === 'denied' || state === 'failed';
}

type ChoicesProps = { label: string; items: string[]; onChoose: (question: string) => void };

export function Choices({ label, items, onChoose }: ChoicesProps) {
  return (
    <div className={classes.choices}>
      {label !== '' && <span className={classes.choicesLabel}>{label}</span>}
      {items.map((item) => (
        <button key={item} type="button" className={classes.chip} onClick={() => onChoose(item)}>
          {item}
        </button>
      ))}
    </div>
  );
}

/** How an answer shows what its statement found. */
function drawnIn(parts: readonly MessagePart[]): Drawn {
  const kinds = new Set(parts.map((part) => (part.type === 'artifact' ? part.artifact.kind : '')));
  if (kinds.has('chart')) return 'chart';
  return kinds.has('table') ? 'table' : 'number';
}

export function textOf(parts: readonly MessagePart[]): string {
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}
