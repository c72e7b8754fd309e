import type { InboxEntry } from '@causeway/contract/inbox/inbox.ts';
import { inboxKinds } from '@causeway/contract/inbox/kinds.ts';
import { sayInbox } from '@causeway/contract/inbox/texts.ts';
import { ActionIcon } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { Icon } from '#ui/icon.tsx';
import { Answers } from './answers.tsx';
import classes from './entry-line.module.css';
import { markRead } from './read-entries.ts';

type EntryLineProps = { entry: InboxEntry; mayChange: boolean; onLeave?: () => void };

/** Something the person was told, and the way to it. */
export function EntryLine({ entry, mayChange, onLeave }: EntryLineProps) {
  const { t, i18n } = useTranslation('inbox');
  const { ago, dateTime } = useFormats();
  const { title, body } = sayInbox(entry, i18n.language === 'de' ? 'de' : 'en');
  const { icon, tone } = inboxKinds[entry.kind];
  const isUnread = entry.readAt === null;
  const open = () => {
    if (mayChange) markRead([entry]);
    onLeave?.();
  };
  return (
    <li className={classes.line} data-unread={isUnread || undefined}>
      <span className={classes.icon} data-tone={tone}>
        <Icon name={icon} />
      </span>
      <div className={classes.text}>
        <p className={classes.title}>
          {entry.link === null ? (
            title
          ) : (
            <AppLink href={entry.link} onClick={open}>
              {title}
            </AppLink>
          )}
          {isUnread && <span className={classes.unread}>{t('isUnread')}</span>}
        </p>
        {body && <p className={classes.body}>{body}</p>}
        <p className={classes.about}>
          {entry.project && <span>{entry.project.name}</span>}
          <time dateTime={entry.toldAt} title={dateTime(entry.toldAt)}>
            {ago(entry.toldAt)}
          </time>
          {entry.times > 1 && <span>{t('times', { count: entry.times })}</span>}
        </p>
        {entry.approval && (
          <Answers entry={entry} approval={entry.approval} mayAnswer={mayChange} title={title} />
        )}
      </div>
      {mayChange && (
        <ActionIcon
          className={classes.toggle ?? ''}
          size="sm"
          aria-label={t(isUnread ? 'markRead' : 'markUnread', { title })}
          title={t(isUnread ? 'markReadShort' : 'markUnreadShort')}
          onClick={() => markRead([entry], isUnread)}
        >
          <span className={classes.dot} />
        </ActionIcon>
      )}
    </li>
  );
}
