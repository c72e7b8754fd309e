import { commentRoutes, type TileComment } from '@causeway/contract/dashboards/comments.ts';
import { ActionIcon, Button, Group, Modal, MultiSelect, Stack, Textarea } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { membersQuery } from '#domain/members/members-query.ts';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { notifyError } from '#platform/notify-error.ts';
import { PersonMark } from '#platform/people/person-mark.tsx';
import { useTypedGuard } from '#platform/navigation/use-typed-guard.ts';
import { Icon } from '#ui/icon.tsx';
import { useProjectFormats } from '../use-project-formats.ts';
import { commentsQuery, refreshOutside, type Place } from './outside-queries.ts';
import classes from './outside.module.css';

type CommentsDialogProps = {
  place: Place;
  tile: { id: string; title: string };
  onClose: () => void;
};

/** What members say about a tile. */
export default function CommentsDialog({ place, tile, onClose }: CommentsDialogProps) {
  const { t } = useTranslation('dashboards');
  const comments = useQuery(commentsQuery(place));
  const members = useQuery(membersQuery(place.projectId));
  const [text, setText] = useState('');
  const [mentions, setMentions] = useState<string[]>([]);
  const say = useMutation({
    mutationFn: (said: { text: string; mentions: string[] }) =>
      api.call(commentRoutes.create, { params: place, body: { tileId: tile.id, ...said } }),
    // What is typed while it is on its way is the next one.
    onSuccess: async (_, said) => {
      setText((now) => (now === said.text ? '' : now));
      setMentions((now) => (now === said.mentions ? [] : now));
      await refreshOutside('comments', place);
    },
  });
  const own = comments.data?.filter(({ tileId }) => tileId === tile.id) ?? [];
  const people = members.data?.members ?? [];
  const guard = useTypedGuard(onClose, text !== '');
  return (
    <Modal
      opened
      {...guard}
      title={t('out.commentsOf', { name: tile.title })}
      size={520}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Stack gap="sm">
        {own.length === 0 && <p className={classes.line}>{t('out.noComments')}</p>}
        <ul className={classes.list}>
          {own.map((comment) => (
            <Comment key={comment.id} place={place} comment={comment} />
          ))}
        </ul>
        <Textarea
          label={t('out.say')}
          autosize
          minRows={2}
          maxLength={4_000}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <MultiSelect
          label={t('out.mention')}
          data={people.map(({ userId, name }) => ({ value: userId, label: name }))}
          value={mentions}
          onChange={setMentions}
          searchable
        />
        {say.error && <p role="alert">{errorText(say.error)}</p>}
        <Group justify="flex-end">
          <Button
            loading={say.isPending}
            disabled={text.trim() === ''}
            onClick={() => say.mutate({ text, mentions })}
          >
            {t('out.send')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Comment({ place, comment }: { place: Place; comment: TileComment }) {
  const { t } = useTranslation('dashboards');
  const { dateTime } = useProjectFormats();
  const params = { ...place, commentId: comment.id };
  const isResolved = comment.resolvedAt !== null;
  async function settle() {
    await api.call(commentRoutes.resolve, { params, body: { isResolved: !isResolved } });
    await refreshOutside('comments', place);
  }
  async function remove() {
    await api.call(commentRoutes.remove, { params });
    await refreshOutside('comments', place);
  }
  return (
    <li className={`${classes.item} ${isResolved ? classes.settled : ''}`}>
      <div className={classes.head}>
        <PersonMark name={comment.author ?? t('out.gone')} avatar={comment.avatar} size={20} />
        <strong>{comment.author ?? t('out.gone')}</strong>
        <span className={classes.line}>{dateTime(comment.createdAt)}</span>
        <ActionIcon
          variant="subtle"
          size={24}
          aria-label={t(isResolved ? 'out.reopen' : 'out.resolve')}
          title={t(isResolved ? 'out.reopen' : 'out.resolve')}
          onClick={() => void settle().catch(notifyError)}
        >
          <Icon name={isResolved ? 'undo' : 'check'} size={14} />
        </ActionIcon>
        {comment.isMine && (
          <ActionIcon
            variant="subtle"
            size={24}
            aria-label={t('out.removeComment')}
            title={t('out.removeComment')}
            onClick={() => void remove().catch(notifyError)}
          >
            <Icon name="trash" size={14} />
          </ActionIcon>
        )}
      </div>
      <p className={classes.text}>{comment.text}</p>
      {comment.mentions.length > 0 && (
        <p className={classes.line}>@ {comment.mentions.map(({ name }) => name).join(', ')}</p>
      )}
      {isResolved && (
        <p className={classes.line}>{t('out.resolvedBy', { name: comment.resolvedBy ?? '' })}</p>
      )}
    </li>
  );
}
