import { z } from 'zod';
import { queryParameter } from '../sql/queries.ts';
import { id, instant } from '../route.ts';
import { secretKinds } from './find-secrets.ts';

/**
 * Who sees a snippet.
 * - private: its author
 * - team: the members of one project
 * - public: everybody with an account here
 * One that staff have hidden is its author's again, until they restore it.
 */
export const visibilities = ['private', 'team', 'public'] as const;
export type Visibility = (typeof visibilities)[number];

/** What running it would do, by Postgres' own parser. */
export const badges = ['read', 'write', 'ddl'] as const;
export type Badge = (typeof badges)[number];

const TITLE_LENGTH = 160;
const TEXT_LENGTH = 20_000;
export const SNIPPET_SQL_LENGTH = 200_000;
export const MOST_TAGS = 8;

/** A text in the languages it was written in; blank ones are left out. */
function inLanguages(longest: number) {
  const text = z.string().max(longest).optional();
  return z
    .strictObject({ en: text, de: text, fr: text, it: text })
    .transform((texts): LocalizedText => {
      const said = Object.entries(texts).map(([language, words]) => [language, words?.trim()]);
      return Object.fromEntries(said.filter(([, words]) => words));
    });
}

export const localizedText = z.object({
  en: z.string().optional(),
  de: z.string().optional(),
  fr: z.string().optional(),
  it: z.string().optional(),
});
export type LocalizedText = z.infer<typeof localizedText>;

export const tag = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,29}$/u, 'Letters, digits, spaces, dots and dashes');

export const snippetContent = {
  title: inLanguages(TITLE_LENGTH).refine((title) => Object.keys(title).length > 0, {
    message: 'A title in at least one language',
  }),
  text: inLanguages(TEXT_LENGTH),
  sql: z.string().max(SNIPPET_SQL_LENGTH),
  parameters: z.array(queryParameter).max(50),
  tags: z
    .array(tag)
    .max(MOST_TAGS)
    .transform((tags) => [...new Set(tags)]),
};

export const snippetSummary = z.object({
  id,
  title: localizedText,
  /** The beginning of the text. */
  summary: localizedText,
  /** The beginning of the statement. */
  sqlStart: z.string(),
  tags: z.array(z.string()),
  /** null while it can't be read. */
  badge: z.enum(badges).nullable(),
  visibility: z.enum(visibilities),
  /** The project of a team's snippet. */
  project: z.object({ id, name: z.string() }).nullable(),
  author: z.object({ id, name: z.string(), avatar: id.nullable() }).nullable(),
  stars: z.number(),
  /** People who used it. */
  uses: z.number(),
  comments: z.number(),
  isStarred: z.boolean(),
  isMine: z.boolean(),
  isHidden: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
});
export type SnippetSummary = z.infer<typeof snippetSummary>;

export const snippet = snippetSummary.omit({ summary: true, sqlStart: true }).extend({
  text: localizedText,
  sql: z.string(),
  parameters: z.array(queryParameter),
  /** Rises with every change; a change names the one it was made on. */
  version: z.number(),
  forks: z.number(),
  /** What it was made from; the title is null where that can't be seen any more. */
  origin: z.object({ id, version: z.number(), title: localizedText.nullable() }).nullable(),
  /** May the caller change it. */
  isEditable: z.boolean(),
  isReported: z.boolean(),
  /** Why staff hid it. */
  hiddenReason: z.string().nullable(),
});
export type Snippet = z.infer<typeof snippet>;

export const snippetVersion = z.object({
  version: z.number(),
  author: z.string().nullable(),
  createdAt: instant,
});
export type SnippetVersion = z.infer<typeof snippetVersion>;

export const snippetVersionContent = snippetVersion.extend({
  title: localizedText,
  text: localizedText,
  sql: z.string(),
  parameters: z.array(queryParameter),
  tags: z.array(z.string()),
});
export type SnippetVersionContent = z.infer<typeof snippetVersionContent>;

export const snippetComment = z.object({
  id,
  author: z.object({ id, name: z.string(), avatar: id.nullable() }).nullable(),
  text: z.string(),
  isMine: z.boolean(),
  createdAt: instant,
  editedAt: instant.nullable(),
});
export type SnippetComment = z.infer<typeof snippetComment>;

export const reportReasons = ['secret', 'harmful', 'spam', 'rights', 'other'] as const;
export type ReportReason = (typeof reportReasons)[number];

/** Where something was found that must not be published. */
export const secretPlace = z.object({
  /** `sql`, `title.en`, `text.de`, `parameters` … */
  field: z.string(),
  from: z.number(),
  to: z.number(),
  kind: z.enum(secretKinds),
  isWarning: z.boolean(),
});
export type SecretPlace = z.infer<typeof secretPlace>;
