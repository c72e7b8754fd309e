import type { Definition } from '@causeway/contract/automations/definition.ts';

/** A workflow as a file. Credentials are only named by their ids in it, so no secret leaves. */
export function saveDefinition(name: string, definition: Definition): void {
  const text = `${JSON.stringify(definition, null, 2)}\n`;
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'workflow'}.json`;
  link.click();
  URL.revokeObjectURL(url);
}
