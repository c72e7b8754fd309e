import { z } from 'zod';
import { definition } from '@causeway/contract/automations/definition.ts';
import { workflowRoutes } from '@causeway/contract/automations/workflows.ts';
import { dashboardRoutes } from '@causeway/contract/dashboards/dashboards.ts';
import { queryRoutes } from '@causeway/contract/sql/queries.ts';
import { linkTo } from './finding.ts';
import { connectorOf } from './schema.ts';
import { defineTool, type ToolContext } from './tool.ts';

const name = z.string().trim().min(1).max(160);
const sql = z.string().min(1).max(20_000);

function titled(en: string, de: string) {
  return (language: 'en' | 'de') => (language === 'de' ? de : en);
}

async function createQuery(context: ToolContext, query: { name: string; sql: string }) {
  const { as, signal } = context;
  return as.call(
    queryRoutes.create,
    { body: { connector: connectorOf(context), ...query, isShared: true } },
    { signal },
  );
}

export const saveQuery = defineTool({
  name: 'save_query',
  description: 'Proposes to save a statement as a query of the project, shared with its members.',
  input: z.object({ name, sql }),
  effect: 'writes',
  scope: 'queries:write',
  preview: ({ name: called, sql: statement }, language) => ({
    title: `${titled('Save the query', 'Die Abfrage speichern')(language)} “${called}”`,
    input: statement,
  }),
  run: async (context, input) => {
    const query = await createQuery(context, input);
    const link = linkTo(context, { place: 'query', id: query.id, schema: 'public' });
    return { told: { queryId: query.id, link } };
  },
});

/** A proposal from before this was kept names none. */
const ofTile = z.object({ dashboard: z.string() }).catch({ dashboard: '…' });

export const addTile = defineTool({
  name: 'add_tile',
  description:
    'Proposes a tile for a dashboard: the statement is saved as a query and shown as number, chart or table.',
  input: z.object({
    dashboardId: z.uuid(),
    title: name,
    sql,
    kind: z.enum(['number', 'chart', 'table']).default('chart'),
  }),
  effect: 'writes',
  scope: 'dashboards:write',
  // A person reads which dashboard is meant, not its id.
  prepare: async ({ as, projectId, signal }, { dashboardId }) => {
    const { name: dashboard } = await as.call(
      dashboardRoutes.show,
      { params: { projectId, dashboardId } },
      { signal },
    );
    return { dashboard };
  },
  preview: (input, language, prepared) => {
    const { dashboard } = ofTile.parse(prepared);
    const adding = titled(
      `Add a tile to the dashboard “${dashboard}”`,
      `Dem Dashboard “${dashboard}” eine Kachel hinzufügen`,
    );
    return {
      title: `${adding(language)}: “${input.title}”`,
      input: `${input.kind}\n${input.sql}`,
    };
  },
  run: async (context, { dashboardId, title, sql: statement, kind }) => {
    const { as, signal, projectId } = context;
    const query = await createQuery(context, { name: title, sql: statement });
    const asking = { title, queryId: query.id, parameters: [] };
    const tile =
      kind === 'chart' ? { kind, ...asking, chart: null } : ({ kind, ...asking } as const);
    await as.call(
      dashboardRoutes.addTile,
      { params: { projectId, dashboardId }, body: { tile } },
      { signal },
    );
    const link = linkTo(context, { place: 'dashboard', id: dashboardId, schema: 'public' });
    return { told: { dashboardId, link } };
  },
});

export const draftWorkflow = defineTool({
  name: 'draft_workflow',
  description:
    'Proposes the draft of a workflow that runs a statement by a schedule. A person looks at it and publishes it.',
  input: z.object({
    name,
    sql,
    cron: z.string().max(100).optional().describe('Five fields; none for a start by hand'),
  }),
  effect: 'writes',
  scope: 'workflows:write',
  preview: (input, language) => ({
    title: `${titled('Draft the workflow', 'Den Workflow entwerfen')(language)} “${input.name}”`,
    input: `${input.cron ?? ''}\n${input.sql}`.trim(),
  }),
  run: async (context, { name: called, sql: statement, cron }) => {
    const { as, signal, projectId, connectorId } = context;
    const start = { id: 'start', position: { x: 0, y: 0 } };
    const drafted = definition.parse({
      triggers: [cron ? { kind: 'schedule', ...start, cron } : { kind: 'manual', ...start }],
      nodes: [
        {
          kind: 'query',
          id: 'query',
          title: called.slice(0, 120),
          position: { x: 0, y: 120 },
          connectorId,
          sql: statement,
        },
      ],
      edges: [{ from: 'start', port: 'out', to: 'query' }],
    });
    const workflow = await as.call(
      workflowRoutes.create,
      { params: { projectId }, body: { name: called, definition: drafted } },
      { signal },
    );
    const search = new URLSearchParams({ projectId, connectorId: connectorId ?? 'null' });
    return {
      told: {
        workflowId: workflow.id,
        link: `/automations/workflows/${workflow.id}?${search.toString()}`,
      },
    };
  },
});
