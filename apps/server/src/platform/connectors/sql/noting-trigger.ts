/**
 * How the names of triggers begin that note changed rows for workflows. They write to a table of ours,
 * whose numbers mean nothing to anybody.
 */
export const NOTING_TRIGGER = 'causeway_note_';
