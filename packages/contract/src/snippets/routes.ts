import { z } from 'zod';
import { id, nothing, pageOf, pageQuery, queryNumber, route } from '../route.ts';
import { contentLanguages } from '../translatable.ts';
import {
  badges,
  reportReasons,
  snippet,
  snippetComment,
  snippetContent,
  snippetSummary,
  snippetVersion,
  snippetVersionContent,
  SNIPPET_SQL_LENGTH,
  visibilities,
} from './snippet.ts';

const path = '/api/snippets/v1';
const one = `${path}/snippets/:snippetId` as const;
const params = z.object({ snippetId: id });
const commentParams = params.extend({ commentId: id });
/** The community is one for all projects, so an account is what lets somebody in. */
const access = 'verified' as const;

export const snippetScopes = ['all', 'public', 'team', 'mine', 'starred', 'deleted'] as const;
export type SnippetScope = (typeof snippetScopes)[number];
export const snippetSorts = ['relevance', 'stars', 'uses', 'newest'] as const;
export type SnippetSort = (typeof snippetSorts)[number];

export const snippetFilter = z.object({
  search: z.string().trim().max(200).default(''),
  scope: z.enum(snippetScopes).default('all'),
  /** Narrows `team` to one project. */
  projectId: id.optional(),
  tag: z.string().max(40).optional(),
  /** There is a title in it. */
  language: z.enum(contentLanguages).optional(),
  badge: z.enum(badges).optional(),
});
export type SnippetFilter = z.infer<typeof snippetFilter>;

const sharing = {
  visibility: z.enum(visibilities).optional(),
  /** The project of a team's snippet. */
  projectId: id.optional(),
  /** Somebody looked at what might be a secret and wants it published. */
  acknowledged: z.boolean().default(false),
};

export const snippetRoutes = {
  list: route({
    method: 'GET',
    path: `${path}/snippets`,
    summary: 'Snippets the caller may see, found by words, tag, language and badge',
    access,
    query: pageQuery.extend({
      ...snippetFilter.shape,
      limit: queryNumber.int().min(1).max(60).default(24),
      /** Relevance without words to look for is the newest first. */
      sort: z.enum(snippetSorts).default('relevance'),
    }),
    answer: pageOf(snippetSummary),
  }),
  tags: route({
    method: 'GET',
    path: `${path}/tags`,
    summary: 'Tags of the snippets the caller may see, most used first',
    access,
    answer: z.array(z.object({ tag: z.string(), count: z.number() })),
  }),
  show: route({
    method: 'GET',
    path: one,
    summary: 'One snippet',
    access,
    params,
    answer: snippet,
  }),
  create: route({
    method: 'POST',
    path: `${path}/snippets`,
    summary: 'Write a snippet; sharing it needs SQL that can be read and has no secrets in it',
    access,
    body: z.strictObject({
      ...snippetContent,
      parameters: snippetContent.parameters.default([]),
      tags: snippetContent.tags.default([]),
      ...sharing,
    }),
    answer: snippet,
  }),
  update: route({
    method: 'PATCH',
    path: one,
    summary: 'Change or share a snippet; 412 when somebody changed it since the version named',
    access,
    params,
    body: z.strictObject({
      version: z.number().int().min(1),
      ...z.object(snippetContent).partial().shape,
      ...sharing,
    }),
    answer: snippet,
  }),
  remove: route({
    method: 'DELETE',
    path: one,
    summary: 'Delete a snippet; its author can restore it for 30 days',
    access,
    params,
    answer: nothing,
  }),
  restore: route({
    method: 'POST',
    path: `${one}/restore`,
    summary: 'Bring back a snippet that was deleted',
    access,
    params,
    answer: snippet,
  }),
  classify: route({
    method: 'POST',
    path: `${path}/classify`,
    summary: 'What the SQL of a snippet would do, by the parser; nothing is run or kept',
    access,
    effect: 'reads',
    body: z.strictObject({ sql: z.string().max(SNIPPET_SQL_LENGTH) }),
    answer: z.object({
      badge: z.enum(badges).nullable(),
      /** Positions count from 1, in the snippet as it was sent. */
      problem: z.object({ message: z.string(), position: z.number().optional() }).nullable(),
    }),
    write: 'repeatable',
  }),
  star: route({
    method: 'PUT',
    path: `${one}/star`,
    summary: 'Star a snippet',
    access,
    params,
    answer: z.object({ stars: z.number() }),
  }),
  unstar: route({
    method: 'DELETE',
    path: `${one}/star`,
    summary: 'Take the star back',
    access,
    params,
    answer: z.object({ stars: z.number() }),
  }),
  fork: route({
    method: 'POST',
    path: `${one}/fork`,
    summary: 'Make a private copy that remembers where it came from',
    access,
    params,
    answer: snippet,
  }),
  noteUse: route({
    method: 'PUT',
    path: `${one}/use`,
    summary: 'Somebody took it to the editor; people are counted, not clicks',
    access,
    params,
    answer: nothing,
  }),
  versions: route({
    method: 'GET',
    path: `${one}/versions`,
    summary: 'What a snippet was before, newest first',
    access,
    params,
    query: pageQuery,
    answer: pageOf(snippetVersion),
  }),
  version: route({
    method: 'GET',
    path: `${one}/versions/:number`,
    summary: 'A snippet as it was in one version',
    access,
    params: params.extend({ number: queryNumber.int().min(1).max(1_000_000_000) }),
    answer: snippetVersionContent,
  }),
  report: route({
    method: 'POST',
    path: `${one}/report`,
    summary: 'Tell staff what is wrong with a snippet',
    access,
    params,
    body: z.strictObject({
      reason: z.enum(reportReasons),
      text: z.string().trim().max(2_000).default(''),
    }),
    answer: nothing,
  }),
};

const commentText = z.string().trim().min(1).max(4_000);

export const snippetCommentRoutes = {
  list: route({
    method: 'GET',
    path: `${one}/comments`,
    summary: 'Comments of a snippet, oldest first',
    access,
    params,
    query: pageQuery,
    answer: pageOf(snippetComment),
  }),
  create: route({
    method: 'POST',
    path: `${one}/comments`,
    summary: 'Comment on a snippet',
    access,
    params,
    body: z.strictObject({ text: commentText }),
    answer: snippetComment,
  }),
  update: route({
    method: 'PATCH',
    path: `${one}/comments/:commentId`,
    summary: 'Change a comment of one’s own',
    access,
    params: commentParams,
    body: z.strictObject({ text: commentText }),
    answer: snippetComment,
  }),
  remove: route({
    method: 'DELETE',
    path: `${one}/comments/:commentId`,
    summary: 'Delete a comment of one’s own; staff may delete any',
    access,
    params: commentParams,
    answer: nothing,
  }),
  restore: route({
    method: 'POST',
    path: `${one}/comments/:commentId/restore`,
    summary: 'Bring back a comment that was deleted',
    access,
    params: commentParams,
    answer: snippetComment,
  }),
};
