import type { SnippetComment } from '@causeway/contract/snippets/snippet.ts';
import { ActionIcon, Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { PersonMark } from '#platform/people/person-mark.tsx';
import { Icon } from '#ui/icon.tsx';
import classes from './comments.module.css';
import { SnippetText } from './snippet-text.tsx';

type CommentItemProps = {
  comment: SnippetComment;
  mayRemove: boolean;
  onEdit: () => void;
  onRemove: () => void;
};

export function CommentItem({ comment, mayRemove, onEdit, onRemove }: CommentItemProps) {
  const { t } = useTranslation('snippets');
  const { ago, dateTime } = useFormats();
  const name = comment.author?.name ?? t('gone');
  return (
    <article className={classes.comment}>
      <header className={classes.head}>
        <PersonMark name={name} avatar={comment.author?.avatar ?? null} size={20} />
        <b>{name}</b>
        <time dateTime={comment.createdAt} title={dateTime(comment.createdAt)}>
          {ago(comment.createdAt)}
        </time>
        {comment.editedAt && (
          <span title={dateTime(comment.editedAt)}>· {t('comments.edited')}</span>
        )}
        <span className={classes.space} />
        {(comment.isMine || mayRemove) && (
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon size={22} variant="subtle" aria-label={t('comments.menu', { name })}>
                <Icon name="more" size={14} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {comment.isMine && (
                <Menu.Item leftSection={<Icon name="edit" />} onClick={onEdit}>
                  {t('comments.edit')}
                </Menu.Item>
              )}
              {mayRemove && (
                <Menu.Item leftSection={<Icon name="trash" />} onClick={onRemove}>
                  {t('comments.delete')}
                </Menu.Item>
              )}
            </Menu.Dropdown>
          </Menu>
        )}
      </header>
      <SnippetText text={comment.text} />
    </article>
  );
}
