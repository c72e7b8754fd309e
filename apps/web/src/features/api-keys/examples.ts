import type { Project } from '@causeway/contract/projects.ts';
import { apiKeyRoutes } from '@causeway/contract/api-keys.ts';
import { dashboardRoutes } from '@causeway/contract/dashboards/dashboards.ts';
import { fillPath } from '@causeway/contract/route.ts';
import { covers, type Scope } from '@causeway/contract/scopes.ts';
import { sqlRoutes } from '@causeway/contract/sql/sql.ts';
import { storageRoutes } from '@causeway/contract/storage/objects.ts';

export const exampleLanguages = ['curl', 'typescript', 'python'] as const;
export type ExampleLanguage = (typeof exampleLanguages)[number];

type Call = { method: 'GET' | 'POST'; path: string; body?: unknown };

/** A first call that the key may make: of its strongest side, with a real connector in it. */
export function firstCallOf(project: Project, scopes: readonly string[]): Call {
  const given = scopes as Scope[];
  const connectorOf = (kind: 'sql' | 's3', needed: 'data:read' | 'storage:read') =>
    project.connectors.find(
      ({ id, implementation }) => implementation === kind && covers(given, needed, id),
    )?.id;
  const sql = connectorOf('sql', 'data:read');
  if (sql !== undefined) {
    const body = { connector: { id: sql }, sql: 'select now()' };
    return { method: 'POST', path: sqlRoutes.read.path, body };
  }
  const bucket = connectorOf('s3', 'storage:read');
  if (bucket !== undefined) {
    return { method: 'GET', path: `${storageRoutes.list.path}?connector[id]=${bucket}&path=` };
  }
  if (covers(given, 'dashboards:read', undefined)) {
    return { method: 'GET', path: fillPath(dashboardRoutes.list.path, { projectId: project.id }) };
  }
  return { method: 'GET', path: apiKeyRoutes.self.path };
}

/** The call in a language; the key comes from the environment, where keys belong. */
export function writeExample(language: ExampleLanguage, origin: string, call: Call): string {
  return writers[language](`${origin}${call.path}`, call);
}

const writers: Record<ExampleLanguage, (url: string, call: Call) => string> = {
  curl: (url, { body }) =>
    [
      `curl ${body === undefined ? '--globoff ' : ''}'${url}' \\`,
      `  -H "Authorization: Bearer $CAUSEWAY_KEY"${body === undefined ? '' : ' \\'}`,
      ...(body === undefined
        ? []
        : [`  -H 'Content-Type: application/json' \\`, `  -d '${JSON.stringify(body)}'`]),
    ].join('\n'),

  typescript: (url, { method, body }) =>
    [
      `const response = await fetch('${url}', {`,
      ...(method === 'GET' ? [] : [`  method: '${method}',`]),
      `  headers: {`,
      '    authorization: `Bearer ${process.env.CAUSEWAY_KEY}`,',
      ...(body === undefined ? [] : [`    'content-type': 'application/json',`]),
      `  },`,
      ...(body === undefined ? [] : [`  body: JSON.stringify(${JSON.stringify(body)}),`]),
      `});`,
      `if (!response.ok) throw new Error(await response.text());`,
      `console.log(await response.json());`,
    ].join('\n'),

  python: (url, { method, body }) =>
    [
      `import json, os, urllib.request`,
      ``,
      `request = urllib.request.Request(`,
      `    "${url}",`,
      `    method="${method}",`,
      ...(body === undefined ? [] : [`    data=json.dumps(${JSON.stringify(body)}).encode(),`]),
      `    headers={`,
      `        "Authorization": f"Bearer {os.environ['CAUSEWAY_KEY']}",`,
      ...(body === undefined ? [] : [`        "Content-Type": "application/json",`]),
      `    },`,
      `)`,
      `with urllib.request.urlopen(request) as response:`,
      `    print(json.load(response))`,
    ].join('\n'),
};
