import { Failure } from '@causeway/contract/errors.ts';
import { snippetCommentRoutes } from '@causeway/contract/snippets/routes.ts';
import { recordAct } from '#platform/audit/audit.ts';
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
    list: async ({ db, caller, params, query }) => {
      return listComments(db, caller, await readSnippet(db, caller, params.snippetId), query);
    },
    create: async ({ db, caller, params, body }) => {
      const snippet = await readSnippet(db, caller, params.snippetId);
      await limiter.take(commentsOfPerson, caller.user.id);
      const id = await insertComment(db, caller, snippet, body.text);
      return readComment(db, caller, { snippet, id });
    },
    update: async ({ db, caller, params, body }) => {
      const snippet = await readSnippet(db, caller, params.snippetId);
      const comment = await readComment(db, caller, { snippet, id: params.commentId });
      await updateComment(db, comment, body.text);
      return readComment(db, caller, { snippet, id: comment.id });
    },
    remove: async ({ db, caller, params, request }) => {
      const snippet = await readSnippet(db, caller, params.snippetId);
      const comment = await readComment(db, caller, { snippet, id: params.commentId });
      if (!comment.isMine && !caller.user.staff) throw new Failure('E_FORBIDDEN');
      await markCommentDeleted(db, caller, { snippet, comment, isDeleted: true });
      if (!comment.isMine) {
        const details = { snippetId: snippet.id, text: comment.text };
        const act = { action: 'snippet.comment.removed', target: comment.id, details };
        await recordAct(db, { caller, request }, act);
      }
      return null;
    },
    restore: async ({ db, caller, params }) => {
      const snippet = await readSnippet(db, caller, params.snippetId);
      const id = params.commentId;
      const comment = await readComment(db, caller, { snippet, id, isDeleted: true });
      // Who deleted it brings it back: an author does not undo what staff did.
      if (comment.deletedBy !== caller.user.id) throw new Failure('E_COMMENT_NOT_FOUND');
      await markCommentDeleted(db, caller, { snippet, comment, isDeleted: false });
      return readComment(db, caller, { snippet, id });
    },
  });
}
