import type { FastifyInstance } from 'fastify';
import type { Operation as ProductOperation } from '#platform/operations/operation.ts';
import { describeApi } from './openapi.ts';

type Api = ReturnType<typeof describeApi>;
type Operation = {
  operationId: string;
  summary: string;
  description: string;
  parameters: { name: string; in: string; required: boolean; schema: unknown }[];
  requestBody?: { content: Record<string, { schema: unknown }> };
  responses: { 200: { content: Record<string, { schema: unknown }> } };
};

/** The API's description: for machines at /api/docs/openapi.json, for people at /api/docs. */
export function addApiDocs(app: FastifyInstance, routes: ProductOperation[]): void {
  let api: Api | undefined;
  const read = () => (api ??= describeApi(routes));
  app.get('/api/docs/openapi.json', async () => read());
  app.get('/api/docs', async (_request, reply) => {
    return reply.type('text/html; charset=utf-8').send(renderPage(read()));
  });
}

function renderPage(api: Api): string {
  const operations = Object.entries(api.paths).flatMap(([path, methods]) => {
    return Object.entries(methods).map(([method, operation]) => {
      return renderOperation(method.toUpperCase(), path, operation as Operation);
    });
  });
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>API · Causeway</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
:root { color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
details { border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: 6px; margin: .5rem 0; padding: .5rem .75rem; }
summary { cursor: pointer; display: flex; gap: .75rem; align-items: baseline; flex-wrap: wrap; }
code, pre { font: 13px/1.5 ui-monospace, monospace; }
pre { overflow-x: auto; padding: .75rem; border-radius: 6px; background: color-mix(in srgb, currentColor 7%, transparent); }
.method { font-weight: 600; min-width: 4.5rem; color: light-dark(#0f766e, #2dd4bf); }
.note { opacity: .75; }
</style></head>
<body><main><h1>Causeway API</h1>
<p>${escape(api.info.description)} The same as <a href="/api/docs/openapi.json">OpenAPI 3.1</a>.</p>
${operations.join('\n')}
</main></body></html>`;
}

function renderOperation(method: string, path: string, operation: Operation): string {
  const answer = Object.entries(operation.responses[200].content)[0];
  const body = operation.requestBody?.content['application/json']?.schema;
  const parameters = operation.parameters.map((parameter) => {
    const required = parameter.required ? ' (required)' : '';
    return `<li><code>${escape(parameter.name)}</code> in ${parameter.in}${required}</li>`;
  });
  return `<details><summary><code class="method">${method}</code><code>${escape(path)}</code>
<span>${escape(operation.summary)}</span></summary>
<p class="note">${escape(operation.description)}</p>
${parameters.length > 0 ? `<h4>Parameters</h4><ul>${parameters.join('')}</ul>` : ''}
${body ? `<h4>Body</h4>${renderSchema(body)}` : ''}
<h4>Answer <span class="note">${escape(answer?.[0] ?? '')}</span></h4>${renderSchema(answer?.[1].schema)}
</details>`;
}

function renderSchema(schema: unknown): string {
  return `<pre>${escape(JSON.stringify(schema, null, 2))}</pre>`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
