import type { InboxKind } from './kinds.ts';

/**
 * The sentences of the inbox, once for the page, the bell and the mail. `title` tells it in one line,
 * `body` what more there is to know; `setting` names the kind where people choose about mails. What
 * stands in braces is a parameter of the kind, or a word for one (`roles`, `runs`); what stands in
 * brackets is left out where its parameter was not kept: of what was told before there was one.
 */
type Sentences = { title: string; body?: string; setting: string };
export type Texts = Record<InboxKind, Sentences>;
