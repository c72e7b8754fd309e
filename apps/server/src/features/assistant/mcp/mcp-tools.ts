import { z } from 'zod';
import { Failure } from '@causeway/contract/errors.ts';
import { storageRoutes } from '@causeway/contract/storage/objects.ts';
import { allTools, rowTools } from '../tools/all.ts';
import { defineTool, type Tool } from '../tools/tool.ts';

/** Where a tool reads or writes: a program names the connector, a thread has one. */
export type Place = 'database' | 'perhaps a database' | 'none';

export type McpTool = Tool & {
  title: string;
  place: Place;
  /** It reads of the whole project: a key of one connector is not offered it. */
  isProjectWide?: true;
};

const titles: Record<string, Omit<McpTool, keyof Tool>> = {
  list_tables: { title: 'List tables', place: 'database' },
  search_schema: { title: 'Search the schema', place: 'database' },
  describe_table: { title: 'Describe a table', place: 'database' },
  measure: { title: 'Measure', place: 'database' },
  run_sql: { title: 'Run a SELECT', place: 'database' },
  explain_sql: { title: 'Explain a SELECT', place: 'database' },
  get_insights: { title: 'What checks found', place: 'database', isProjectWide: true },
  find_saved: { title: 'Find dashboards and queries', place: 'perhaps a database' },
  show_dashboard: { title: 'Show a dashboard', place: 'none' },
  search_snippets: { title: 'Search snippets', place: 'none' },
  read_file: { title: 'Read a file', place: 'none' },
  save_query: { title: 'Propose a query', place: 'database' },
  add_tile: { title: 'Propose a tile', place: 'database' },
  draft_workflow: { title: 'Propose a workflow', place: 'database' },
  insert_rows: { title: 'Propose new rows', place: 'database' },
  update_rows: { title: 'Propose changes of rows', place: 'database' },
  delete_rows: { title: 'Propose to delete rows', place: 'database' },
};

const MOST_FILES = 200;

const listFiles = defineTool({
  name: 'list_files',
  description: 'Lists a folder of a bucket. list_connectors tells the buckets.',
  input: z.object({
    connectorId: z.uuid().describe('A bucket'),
    folder: z.string().max(1_024).default('').describe('Ends with a slash; empty is the top'),
  }),
  effect: 'reads',
  scope: 'storage:read',
  run: async ({ as, level, signal }, { connectorId, folder }) => {
    // Names of objects are words of others.
    if (level === 'schema' || level === 'aggregates') {
      throw new Failure('E_FORBIDDEN', 'The data level of this project does not allow this.');
    }
    const listed = await as.call(
      storageRoutes.list,
      { query: { connector: { id: connectorId }, path: folder } },
      { signal },
    );
    return { told: trimListing(listed), step: { about: folder }, sources: [folder] };
  },
});

function trimListing(listed: unknown): unknown {
  const whole = listed as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(whole).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.slice(0, MOST_FILES) : value,
    ]),
  );
}

/** What programs are offered: what the assistant uses without a screen, and a look into buckets. */
export const mcpTools: readonly McpTool[] = [
  ...[...allTools, ...rowTools].flatMap((tool) => {
    const known = titles[tool.name];
    return known ? [{ ...tool, ...known }] : [];
  }),
  { ...listFiles, title: 'List files', place: 'none' },
];
