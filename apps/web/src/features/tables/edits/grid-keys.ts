/** What a key asks for while a cell is active and nobody types in it. */
export type GridCommand =
  | 'copy'
  | 'paste'
  | 'fillDown'
  | 'clear'
  | 'removeRows'
  | 'addRow'
  | 'openValue'
  | 'closeValue';

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

export function findGridCommand(event: Pressed): GridCommand | undefined {
  const isMod = event.ctrlKey || event.metaKey;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (isMod && !event.altKey && !event.shiftKey) return withMod[key];
  if (event.shiftKey || event.altKey || isMod) return undefined;
  return plain[key];
}

const withMod: Record<string, GridCommand> = {
  c: 'copy',
  v: 'paste',
  d: 'fillDown',
  Delete: 'removeRows',
  Backspace: 'removeRows',
  Insert: 'copy',
};

const plain: Record<string, GridCommand> = {
  Delete: 'clear',
  Backspace: 'clear',
  Insert: 'addRow',
  ' ': 'openValue',
  Escape: 'closeValue',
};
