export type McpClient = 'claude-code' | 'cursor' | 'vscode' | 'codex' | 'gemini' | 'other';

/** Names of products are the same in every language; the last is any other. */
export const mcpClients: readonly { value: McpClient; name?: string }[] = [
  { value: 'claude-code', name: 'Claude Code' },
  { value: 'cursor', name: 'Cursor' },
  { value: 'vscode', name: 'VS Code' },
  { value: 'codex', name: 'Codex' },
  { value: 'gemini', name: 'Gemini CLI' },
  { value: 'other' },
];

/** Which tools a scope of a key brings; what begins with a proposal waits in the inbox. */
export const mcpTools: Readonly<Record<string, readonly string[]>> = {
  'data:read': [
    'list_tables',
    'search_schema',
    'describe_table',
    'measure',
    'run_sql',
    'explain_sql',
    'get_insights',
  ],
  'data:write': ['insert_rows', 'update_rows', 'delete_rows', 'get_approval'],
  'storage:read': ['list_files', 'read_file'],
  'dashboards:read': ['find_saved', 'show_dashboard'],
  'snippets:read': ['search_snippets'],
  'queries:write': ['save_query', 'get_approval'],
  'dashboards:write': ['add_tile', 'get_approval'],
  'workflows:write': ['draft_workflow', 'get_approval'],
};

type Written = { file?: string; text: string };

const json = (value: unknown) => JSON.stringify(value, null, 2);

/** What to write where; the key itself stays in the environment. */
export function writeMcpSetting(client: McpClient, url: string): Written {
  return writers[client](url);
}

const writers: Record<McpClient, (url: string) => Written> = {
  'claude-code': (url) => ({
    text: [
      `claude mcp add --transport http causeway ${url} \\`,
      '  --header "Authorization: Bearer $CAUSEWAY_KEY"',
    ].join('\n'),
  }),
  cursor: (url) => ({
    file: '.cursor/mcp.json',
    text: json({
      mcpServers: {
        causeway: { url, headers: { Authorization: 'Bearer ${env:CAUSEWAY_KEY}' } },
      },
    }),
  }),
  vscode: (url) => ({
    file: '.vscode/mcp.json',
    text: json({
      inputs: [
        { type: 'promptString', id: 'causeway-key', description: 'Causeway key', password: true },
      ],
      servers: {
        causeway: {
          type: 'http',
          url,
          headers: { Authorization: 'Bearer ${input:causeway-key}' },
        },
      },
    }),
  }),
  codex: (url) => ({
    file: '~/.codex/config.toml',
    text: [
      '[mcp_servers.causeway]',
      `url = "${url}"`,
      'bearer_token_env_var = "CAUSEWAY_KEY"',
    ].join('\n'),
  }),
  gemini: (url) => ({
    file: '~/.gemini/settings.json',
    text: json({
      mcpServers: {
        causeway: { httpUrl: url, headers: { Authorization: 'Bearer $CAUSEWAY_KEY' } },
      },
    }),
  }),
  other: (url) => ({
    text: [
      `curl ${url} \\`,
      '  -H "Authorization: Bearer $CAUSEWAY_KEY" \\',
      "  -H 'Content-Type: application/json' \\",
      "  -H 'Accept: application/json, text/event-stream' \\",
      `  -d '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'`,
    ].join('\n'),
  }),
};
