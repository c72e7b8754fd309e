import { emptyDefinition } from '@causeway/contract/automations/definition.ts';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { tablesQuery } from '#domain/connectors/catalog-query.ts';
import { addStep, changePart } from '../edit-definition.ts';
import { EditorContext, type EditorTools } from '../editor-context.ts';
import { SqlField } from './code-fields.tsx';

test('AUTO-5 tables that arrive while one types leave the editor of SQL and its focus as they are', async () => {
  const source = { projectId: 'p1', connectorId: 'c1' };
  const added = addStep(emptyDefinition, 'query', { from: 'start', port: 'out' });
  const definition = changePart(added.definition, added.id, { connectorId: source.connectorId });
  const tools = {
    projectId: source.projectId,
    draft: { definition },
    chosenId: added.id,
    problems: [],
    isReadOnly: false,
  } as unknown as EditorTools;
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  const queryClient = new QueryClient();
  const query = tablesQuery(source, 'public');
  function Arrived() {
    return <p>{useQuery(query).data?.tables.length} arrived</p>;
  }
  render(
    <QueryClientProvider client={queryClient}>
      <EditorContext value={tools}>
        <SqlField hint="" />
        <Arrived />
      </EditorContext>
    </QueryClientProvider>,
  );
  const editor = await screen.findByRole('textbox');
  editor.focus();

  queryClient.setQueryData(query.queryKey, { tables: [{ name: 'orders' }] } as never);
  await screen.findByText('1 arrived');
  expect(screen.getByRole('textbox')).toBe(editor);
  expect(document.activeElement).toBe(editor);
});
