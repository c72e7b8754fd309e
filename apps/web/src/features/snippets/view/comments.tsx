import { snippetCommentRoutes } from '@causeway/contract/snippets/routes.ts';
import type { Snippet, SnippetComment } from '@causeway/contract/snippets/snippet.ts';
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { notifyError } from '#platform/notify-error.ts';
import { useCurrentUser } from '#platform/session/user-query.ts';
import { refreshSnippets, snippetCommentsQuery } from '#domain/snippets/snippets-query.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { showUndo } from '#ui/show-undo.tsx';
import { CommentField } from './comment-field.tsx';
import { CommentItem } from './comment-item.tsx';
import classes from './comments.module.css';

/** What readers say about a snippet, oldest first. */
export function Comments({ snippet }: { snippet: Snippet }) {
  const { t } = useTranslation('snippets');
  const { staff } = useCurrentUser();
  const comments = useInfiniteQuery(snippetCommentsQuery(snippet.id));
  const [edited, setEdited] = useState<string>();
  const params = { snippetId: snippet.id };

  async function add(text: string) {
    await api.call(snippetCommentRoutes.create, { params, body: { text } });
    await refreshSnippets();
  }

  async function change(commentId: string, text: string) {
    await api.call(snippetCommentRoutes.update, {
      params: { ...params, commentId },
      body: { text },
    });
    setEdited(undefined);
    await refreshSnippets();
  }

  async function remove({ id: commentId }: SnippetComment) {
    await api.call(snippetCommentRoutes.remove, { params: { ...params, commentId } });
    await refreshSnippets();
    await showUndo(t('comments.deleted'), async () => {
      await api.call(snippetCommentRoutes.restore, { params: { ...params, commentId } });
      await refreshSnippets();
    });
  }

  const items = comments.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <section className={classes.comments} aria-label={t('comments.title')}>
      <h2 className={classes.title}>{t('count.comments', { count: snippet.comments })}</h2>
      {comments.isError && (
        <ErrorState error={comments.error} onRetry={() => void comments.refetch()} />
      )}
      {items.map((comment) =>
        edited === comment.id ? (
          <CommentField
            key={comment.id}
            label={t('comments.edit')}
            text={comment.text}
            sendLabel={t('comments.save')}
            onSend={(text) => change(comment.id, text)}
            onCancel={() => setEdited(undefined)}
          />
        ) : (
          <CommentItem
            key={comment.id}
            comment={comment}
            mayRemove={comment.isMine || staff}
            onEdit={() => setEdited(comment.id)}
            onRemove={() => void remove(comment).catch(notifyError)}
          />
        ),
      )}
      {comments.hasNextPage && (
        <Button
          variant="default"
          size="compact-sm"
          className={classes.more}
          loading={comments.isFetchingNextPage}
          onClick={() => void comments.fetchNextPage()}
        >
          {t('comments.more')}
        </Button>
      )}
      <CommentField label={t('comments.add')} sendLabel={t('comments.send')} onSend={add} />
    </section>
  );
}
