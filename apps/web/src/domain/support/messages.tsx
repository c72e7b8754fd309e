import type { SupportMessage } from '@causeway/contract/support.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { PersonMark } from '#platform/people/person-mark.tsx';
import classes from './support.module.css';
import { pictureQuery } from './support-query.ts';

type MessagesProps = {
  messages: readonly SupportMessage[];
  /** From whose side it is read: the own messages stand on the right. */
  side: 'person' | 'staff';
};

export function Messages({ messages, side }: MessagesProps) {
  const { t } = useTranslation('support');
  const formats = useFormats();
  return (
    <ol className={classes.messages} aria-label={t('messages')}>
      {messages.map((message) => {
        const isOwn = message.byStaff === (side === 'staff');
        const name = message.author?.name ?? t(message.byStaff ? 'formerStaff' : 'formerAccount');
        return (
          <li key={message.id} className={classes.message} data-own={isOwn || undefined}>
            <p className={classes.from}>
              <PersonMark name={name} avatar={message.author?.avatar ?? null} size={20} />
              <span>{message.byStaff ? t('ofSupport', { name }) : name}</span>
              <time dateTime={message.createdAt}>{formats.dateTime(message.createdAt)}</time>
            </p>
            <p className={classes.text}>{message.text}</p>
            {message.files.map((fileId) => (
              <Picture key={fileId} fileId={fileId} />
            ))}
          </li>
        );
      })}
    </ol>
  );
}

function Picture({ fileId }: { fileId: string }) {
  const { t } = useTranslation('support');
  const { data } = useQuery(pictureQuery(fileId));
  if (!data) return <span className={classes.pictureLoading} />;
  return (
    <a href={data} target="_blank" rel="noreferrer" className={classes.picture}>
      <img src={data} alt={t('picture')} />
    </a>
  );
}
