import { z } from 'zod';
import { dashboardRoutes } from '@causeway/contract/dashboards/dashboards.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { queryRoutes } from '@causeway/contract/sql/queries.ts';
import { snippetRoutes } from '@causeway/contract/snippets/routes.ts';
import { previewRoutes } from '@causeway/contract/storage/previews.ts';
import { connectorOf } from './schema.ts';
import { defineTool, type ToolContext } from './tool.ts';

const MOST_FOUND = 30;
const LARGEST_FILE = 64_000;

/** At the lowest levels a model is not shown what people named and wrote. */
function requireSamples({ level, isTrusted }: ToolContext): void {
  if (isTrusted || level === 'samples' || level === 'full') return;
  throw new Failure('E_FORBIDDEN', 'The data level of this conversation does not allow this.');
}

export const findSaved = defineTool({
  name: 'find_saved',
  description: 'Lists dashboards of the project and saved queries of the database, by name.',
  input: z.object({ text: z.string().max(100).default('') }),
  effect: 'reads',
  scope: 'dashboards:read',
  run: async (context, { text }) => {
    const { as, projectId, connectorId, signal } = context;
    const wanted = text.toLowerCase();
    const matches = ({ name }: { name: string }) => name.toLowerCase().includes(wanted);
    const dashboards = await as.call(dashboardRoutes.list, { params: { projectId } }, { signal });
    const queries =
      connectorId === null
        ? []
        : await as
            .call(queryRoutes.list, { query: { connector: { id: connectorId } } }, { signal })
            // Dashboards are worth telling also where the queries can't be read.
            .catch(() => []);
    return {
      told: {
        dashboards: dashboards
          .filter(matches)
          .slice(0, MOST_FOUND)
          .map(({ id, name }) => ({ id, name })),
        queries: queries
          .filter(matches)
          .slice(0, MOST_FOUND)
          .map(({ id, name, sql }) => ({ id, name, sql: sql.slice(0, 1_000) })),
      },
      step: { about: text },
      sources: ['names of dashboards and queries'],
    };
  },
});

export const showDashboard = defineTool({
  name: 'show_dashboard',
  description: 'The tiles of a dashboard: their titles, kinds and the SQL behind each.',
  input: z.object({ dashboardId: z.uuid() }),
  effect: 'reads',
  scope: 'dashboards:read',
  run: async (context, { dashboardId }) => {
    const { as, projectId, signal } = context;
    const { name, tiles, queries } = await as.call(
      dashboardRoutes.show,
      { params: { projectId, dashboardId } },
      { signal },
    );
    const ready = queries.flatMap((query) => (query.state === 'ready' ? [query] : []));
    const connectors = [...new Set(ready.map(({ connectorId }) => connectorId))].slice(0, 5);
    const saved = await Promise.all(
      connectors.map((id) =>
        as
          .call(queryRoutes.list, { query: { connector: { id } } }, { signal })
          // The titles are worth telling also where a connector can't be read.
          .catch(() => []),
      ),
    );
    const byId = new Map(saved.flat().map((query) => [query.id, query]));
    return {
      told: {
        name,
        tiles: tiles.slice(0, MOST_FOUND).map((tile) => {
          const query =
            'queryId' in tile && tile.queryId !== null ? byId.get(tile.queryId) : undefined;
          const title = 'title' in tile && tile.title !== '' ? tile.title : (query?.name ?? '');
          return { title, kind: tile.kind, ...(query && { sql: query.sql.slice(0, 2_000) }) };
        }),
      },
      step: { about: name },
      sources: [`dashboard ${name}`],
    };
  },
});

export const searchSnippets = defineTool({
  name: 'search_snippets',
  description: 'Finds shared SQL snippets by words.',
  input: z.object({ text: z.string().min(1).max(200) }),
  effect: 'reads',
  scope: 'snippets:read',
  run: async (context, { text }) => {
    requireSamples(context);
    const { as, signal } = context;
    const { items } = await as.call(
      snippetRoutes.list,
      { query: { search: text, limit: 5 } },
      { signal },
    );
    return {
      told: items.map(({ id, title }) => ({ id, title })),
      step: { about: text },
      ...(items.length > 0 && { sources: ['snippets'] }),
    };
  },
});

export const readFile = defineTool({
  name: 'read_file',
  description: 'Reads the beginning of a text file that the person attached (at most 64 kB).',
  input: z.object({ connectorId: z.uuid(), key: z.string().min(1).max(1_024) }),
  effect: 'reads',
  scope: 'storage:read',
  run: async (context, { connectorId, key }) => {
    requireSamples(context);
    const { as, signal } = context;
    const { text, isBinary } = await as.call(
      previewRoutes.text,
      { query: { connector: { id: connectorId }, path: key, bytes: LARGEST_FILE } },
      { signal },
    );
    return {
      told: isBinary ? { key, note: 'not a text' } : { key, text: text.slice(0, LARGEST_FILE) },
      step: { about: key },
      sources: [key],
    };
  },
});

const pages = {
  sql: '/sql',
  dashboards: '/dashboards',
  workflows: '/automations',
  snippets: '/community/snippets',
  intelligence: '/intelligence',
  connectors: '/settings/connectors',
  members: '/settings/members',
  import: '/explore/import',
} as const;
const pageNames = Object.keys(pages) as (keyof typeof pages)[];
const places = ['table', 'dashboard', 'query', ...pageNames] as const;

export const makeLink = defineTool({
  name: 'make_link',
  description:
    'Shows the person a card that leads to a table, a dashboard or a page of the product.',
  input: z.object({
    place: z.enum(places),
    /** Of a dashboard or query. */
    id: z.uuid().optional(),
    table: z.string().max(300).optional(),
    schema: z.string().max(300).default('public'),
  }),
  effect: 'reads',
  scope: 'none',
  needsScreen: true,
  run: async (context, input) => ({
    told: 'shown',
    artifacts: [{ kind: 'link', href: linkTo(context, input) }],
  }),
});

type Place = {
  place: (typeof places)[number];
  id?: string | undefined;
  table?: string | undefined;
  schema: string;
};

/** Ours, and never made of what a model wrote but ids and names. */
export function linkTo(context: ToolContext, { place, id, table, schema }: Place): string {
  const { projectId, connectorId } = context;
  const search = new URLSearchParams({ projectId, connectorId: connectorId ?? 'null' });
  if (place === 'table') {
    connectorOf(context);
    if (schema !== 'public') search.set('schema', schema);
    return `/explore/${encodeURIComponent(table ?? '')}?${search.toString()}`;
  }
  if (place === 'dashboard') return `/dashboards/${id ?? ''}?${search.toString()}`;
  if (place === 'query' && id) search.set('query', id);
  const page = place === 'query' ? 'sql' : place;
  return `${pages[page]}?${search.toString()}`;
}
