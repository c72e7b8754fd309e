import { Failure } from '@causeway/contract/errors.ts';
import { snippetCommentRoutes } from '@causeway/contract/snippets/routes.ts';
import type { Mount } from '#platform/http/mount.ts';
import type { Services } from '#platform/services.ts';
import {
  insertComment,
  listComments,
  markCommentDeleted,
  readComment,
  updateComment,
} from './comments.ts';
import { commentsOfPerson } from './limits.ts';
import { readSnippet } from './snippets.ts';

export function mountComments(mount: Mount, { limiter }: Services): void {
  mount('snippetComments', snippetCommentRoutes, {
    list: async ({ db, actor, params, query }) => {
      return listComments(db, actor, await readSnippet(db, actor, params.snippetId), query);
    },
    create: async ({ db, actor, params, body }) => {
      const snippet = await readSnippet(db, actor, params.snippetId);
      await limiter.take(commentsOfPerson, actor.user.id);
      const id = await insertComment(db, actor, snippet, body.text);
      return readComment(db, actor, { snippet, id });
    },
    update: async ({ db, actor, params, body }) => {
      const snippet = await readSnippet(db, actor, params.snippetId);
      const comment = await readComment(db, actor, { snippet, id: params.commentId });
      await updateComment(db, comment, body.text);
      return readComment(db, actor, { snippet, id: comment.id });
    },
    remove: async ({ db, actor, params, record }) => {
      const snippet = await readSnippet(db, actor, params.snippetId);
      const comment = await readComment(db, actor, { snippet, id: params.commentId });
      if (!comment.isMine && !actor.user.staff) throw new Failure('E_FORBIDDEN');
      await markCommentDeleted(db, actor, { snippet, comment, isDeleted: true });
      if (!comment.isMine) {
        const details = { snippetId: snippet.id, text: comment.text };
        await record({ action: 'snippet.comment.removed', target: comment.id, details });
      }
      return null;
    },
    restore: async ({ db, actor, params }) => {
      const snippet = await readSnippet(db, actor, params.snippetId);
      const id = params.commentId;
      const comment = await readComment(db, actor, { snippet, id, isDeleted: true });
      // Who deleted it brings it back: an author does not undo what staff did.
      if (comment.deletedBy !== actor.user.id) throw new Failure('E_COMMENT_NOT_FOUND');
      await markCommentDeleted(db, actor, { snippet, comment, isDeleted: false });
      return readComment(db, actor, { snippet, id });
    },
  });
}
