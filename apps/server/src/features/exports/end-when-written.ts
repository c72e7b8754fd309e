import type { OpenedExport } from './open-export.ts';

/** An export ends when it is read and written; where writing is refused, reading ends as well. */
export function endWhenWritten(opened: OpenedExport, writing: Promise<unknown>): OpenedExport {
  const written = writing.catch((error: unknown) => {
    opened.body.destroy();
    throw error;
  });
  // The reading's own complaint would only be about that.
  const ended = Promise.all([written, opened.ended.catch(() => written)]).then(() => {});
  ended.catch(() => {});
  return { ...opened, ended };
}
