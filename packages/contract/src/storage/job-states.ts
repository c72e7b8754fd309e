/**
 * Work on many objects, or on folders. It runs on the server and goes on when the page is left.
 *
 * - listing: folders are opened up into objects; `total` grows
 * - running: objects are worked on; a source goes only after its copy was verified
 * - done: all of it happened
 * - failed: some objects could not be worked on; nothing is lost, `resume` tries the rest again
 * - cancelled: what was done stays done, the rest is untouched; `resume` goes on
 */
export const storageJobStates = ['listing', 'running', 'done', 'failed', 'cancelled'] as const;
