import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { TestServer } from './test-server.ts';

/** The protocol of yesterday, or what both sides agree on. */
export type McpMode = 'legacy' | 'auto';

/** A program behind an API key. */
export async function connectMcp(
  { url }: Pick<TestServer, 'url'>,
  token: string,
  { mode = 'auto' }: { mode?: McpMode } = {},
): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/api/mcp/v1`), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });
  await client.connect(transport);
  return client;
}

export async function callTool(client: Client, name: string, input: Record<string, unknown>) {
  const result = await client.callTool({ name, arguments: input });
  const [content] = result.content as { text: string }[];
  return { isError: result.isError ?? false, told: JSON.parse(content!.text) };
}
