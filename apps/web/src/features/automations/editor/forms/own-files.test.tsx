import { type Trigger, trigger as triggerForm } from '@causeway/contract/automations/definition.ts';
import { render, screen } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { i18n, startI18n } from '#platform/i18n/i18n.ts';
import { EditorContext, type EditorTools } from '../editor-context.ts';
import { OwnFiles } from './own-files.tsx';

beforeAll(async () => {
  await startI18n('en');
  await i18n.loadNamespaces('editor');
});

function draw(settings: Partial<Extract<Trigger, { kind: 'objects' }>>) {
  const position = { x: 0, y: 0 };
  const trigger = triggerForm.parse({
    ...settings,
    kind: 'objects',
    id: 'new',
    connectorId: null,
    position,
  });
  const tools = {
    draft: { definition: { triggers: [trigger], nodes: [], edges: [] } },
    chosenId: 'new',
    problems: [],
    isReadOnly: false,
  } as unknown as EditorTools;
  render(
    <EditorContext value={tools}>
      <OwnFiles />
    </EditorContext>,
  );
  return screen.queryByText(/^Every file in the bucket starts it/);
}

test('AUTO-2 a workflow that every file of a bucket starts is said to start itself by its own files', () => {
  expect(draw({ below: true })).not.toBeNull();
});

test.each([{ prefix: 'in/' }, { pattern: '*.csv' }])(
  'AUTO-2 where a folder or a name is told, nothing is said of files of its own (%o)',
  (settings) => expect(draw(settings)).toBeNull(),
);
