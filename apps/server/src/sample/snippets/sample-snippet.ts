import type { Snippet } from '@causeway/contract/snippets/snippet.ts';

export type SampleSnippet = Pick<Snippet, 'title' | 'text' | 'sql' | 'parameters' | 'tags'>;
