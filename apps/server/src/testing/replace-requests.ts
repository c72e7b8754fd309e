import type { ReplaceConflict } from '@causeway/contract/replace.ts';
import type { SqlWorkspace } from './sql-workspace.ts';

export type Checked = { rows: number; conflicts: ReplaceConflict[]; unforeseen: string[] };
export type Ran = { rows: number; matches: number; changeSetId: string };

/** Find and replace as a client asks for it. */
export function createReplaceRequests(space: SqlWorkspace) {
  function send(what: string, replacement: object, more: object = {}, token = space.editor.token) {
    const body = { connector: { id: space.plain }, replacement, ...more };
    return space.server.send('POST', `/api/replace/v1/${what}`, { token, body });
  }

  async function ask<Answered>(
    what: string,
    replacement: object,
    more?: object,
  ): Promise<Answered> {
    const answer = await send(what, replacement, more);
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.json as Answered;
  }

  return { send, ask };
}
