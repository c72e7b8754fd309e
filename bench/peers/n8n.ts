import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findFreePort } from '../../apps/server/src/testing/free-port.ts';
import type { Stage } from '../stage.ts';
import { answers, end, type HookPeer, installPackages, order, run } from './peer.ts';

/** Those of the second generation that were tried lack packages in the registry. */
const VERSION = '1.123.81';
const program = 'node_modules/n8n/bin/n8n';

/**
 * n8n as it comes, with one workflow, in Postgres as we are. Like us it keeps every run, and works
 * out expressions in a sandbox.
 */
export async function startN8n(folder: string, stage: Stage): Promise<HookPeer> {
  const overrides = {
    // Its own version of it is only on a server of its maker's.
    xlsx: 'npm:xlsx@0.18.5',
    // The newest wants a newer @langchain/core than n8n names.
    '@langchain/langgraph-checkpoint': '1.0.0',
  };
  await installPackages(folder, { dependencies: { n8n: VERSION }, overrides });
  await writeFile(join(folder, 'workflow.json'), JSON.stringify([workflow]));
  await stage.query('create database n8n');
  const port = await findFreePort();
  const env = settingsOf(folder, stage, port);
  const say = (...args: string[]) => run(process.execPath, [program, ...args], folder, env);
  say('import:workflow', '--input=workflow.json');
  say('update:workflow', `--id=${workflow.id}`, '--active=true');
  const n8n = spawn(process.execPath, [program, 'start'], { cwd: folder, env, stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  await answers(`${url}/webhook/order`, order);
  return { name: 'n8n', url, path: '/webhook/order', stop: () => end(n8n) };
}

function settingsOf(folder: string, stage: Stage, port: number): NodeJS.ProcessEnv {
  const { hostname, username, password } = new URL(stage.databaseUrl);
  return {
    PATH: process.env.PATH,
    HOME: folder,
    NODE_ENV: 'production',
    DB_TYPE: 'postgresdb',
    DB_POSTGRESDB_HOST: hostname,
    DB_POSTGRESDB_PORT: String(stage.databasePort),
    DB_POSTGRESDB_DATABASE: 'n8n',
    DB_POSTGRESDB_USER: decodeURIComponent(username),
    DB_POSTGRESDB_PASSWORD: decodeURIComponent(password),
    N8N_PORT: String(port),
    N8N_LISTEN_ADDRESS: '127.0.0.1',
    N8N_DIAGNOSTICS_ENABLED: 'false',
    N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
    N8N_TEMPLATES_ENABLED: 'false',
  };
}

const step = { typeVersion: 1, parameters: {}, position: [0, 0] };

function setting(name: string, fields: Record<string, [type: string, value: string]>) {
  const assignments = Object.entries(fields).map(([field, [type, value]]) => ({
    id: field,
    name: field,
    type,
    value,
  }));
  const parameters = { assignments: { assignments }, options: {} };
  return { ...step, id: name, name, type: 'n8n-nodes-base.set', typeVersion: 3.4, parameters };
}

const workflow = {
  id: 'threelightnodes1',
  name: 'Three light nodes',
  active: false,
  settings: {},
  nodes: [
    {
      ...step,
      id: 'hook',
      name: 'hook',
      type: 'n8n-nodes-base.webhook',
      typeVersion: 2,
      webhookId: 'order',
      parameters: { httpMethod: 'POST', path: 'order', responseMode: 'lastNode', options: {} },
    },
    setting('order', {
      id: ['number', '={{ $json.body.id }}'],
      total: ['number', '={{ $json.body.total }}'],
    }),
    {
      ...step,
      id: 'large',
      name: 'large',
      type: 'n8n-nodes-base.if',
      typeVersion: 2.2,
      parameters: {
        conditions: {
          options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
          conditions: [
            {
              id: 'more',
              leftValue: '={{ $json.total }}',
              rightValue: 100,
              operator: { type: 'number', operation: 'gt' },
            },
          ],
          combinator: 'and',
        },
        options: {},
      },
    },
    setting('label', { label: ['string', '=Order {{ $json.id }} is large'] }),
  ],
  connections: {
    hook: { main: [[{ node: 'order', type: 'main', index: 0 }]] },
    order: { main: [[{ node: 'large', type: 'main', index: 0 }]] },
    large: { main: [[{ node: 'label', type: 'main', index: 0 }]] },
  },
};
