import type { QueryParameter } from '@causeway/contract/sql/queries.ts';
import { needsOf } from '@causeway/contract/snippets/placeholders.ts';
import type { LocalizedText, Snippet, Visibility } from '@causeway/contract/snippets/snippet.ts';

/** A snippet while it is being written. */
export type SnippetDraft = {
  title: LocalizedText;
  text: LocalizedText;
  sql: string;
  parameters: QueryParameter[];
  tags: string[];
  visibility: Visibility;
  projectId: string | null;
};

export const emptyDraft: SnippetDraft = {
  title: {},
  text: {},
  sql: '',
  parameters: [],
  tags: [],
  visibility: 'private',
  projectId: null,
};

export function draftOf(snippet: Snippet): SnippetDraft {
  const { title, text, sql, parameters, tags, visibility, project } = snippet;
  return { title, text, sql, parameters, tags, visibility, projectId: project?.id ?? null };
}

/** What is sent: blank languages and parameters the SQL does not name any more stay behind. */
export function contentOf(draft: SnippetDraft) {
  const { visibility, projectId, ...content } = draft;
  const named = new Set(needsOf(draft.sql).parameters);
  return {
    ...content,
    parameters: draft.parameters.filter(({ name }) => named.has(name)),
    visibility,
    ...(visibility === 'team' && projectId !== null && { projectId }),
  };
}

export function isSameDraft(one: SnippetDraft, other: SnippetDraft): boolean {
  return JSON.stringify(ordered(one)) === JSON.stringify(ordered(other));
}

/** Keys in one order, and what is blank as if it were not there. */
function ordered(draft: SnippetDraft) {
  const texts = (text: LocalizedText) =>
    Object.entries(text)
      .filter(([, words]) => words?.trim())
      .toSorted(([a], [b]) => a.localeCompare(b));
  const { title, text, sql, parameters, tags, visibility, projectId } = draft;
  const values = parameters
    .map(({ name, type, value }) => [name, type, value])
    .toSorted(([a], [b]) => String(a).localeCompare(String(b)));
  return [texts(title), texts(text), sql, values, tags, visibility, projectId];
}

export function hasTitle({ title }: SnippetDraft): boolean {
  return Object.values(title).some((words) => words?.trim());
}
