import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findFreePort } from '../../apps/server/src/testing/free-port.ts';
import { answers, end, type HookPeer, installPackages, order } from './peer.ts';

const VERSION = '4.1.15';

/** Node-RED with one flow; it keeps nothing of a run. */
export async function startNodeRed(folder: string): Promise<HookPeer> {
  await installPackages(folder, { dependencies: { 'node-red': VERSION } });
  await writeFile(join(folder, 'flows.json'), JSON.stringify(flow));
  const port = await findFreePort();
  const settings = ['--userDir', folder, '--port', String(port)];
  const red = spawn(
    process.execPath,
    ['node_modules/node-red/red.js', ...settings, join(folder, 'flows.json')],
    { cwd: folder, env: { PATH: process.env.PATH, HOME: folder }, stdio: 'ignore' },
  );
  const url = `http://127.0.0.1:${port}`;
  // Its pages are there before its flows are.
  await answers(`${url}/order`, order);
  return { name: 'Node-RED', url, path: '/order', stop: () => end(red) };
}

const tab = 'bench';
const flow = [
  { id: tab, type: 'tab', label: 'Three light nodes' },
  { id: 'hook', z: tab, type: 'http in', url: '/order', method: 'post', wires: [['order']] },
  {
    id: 'order',
    z: tab,
    type: 'change',
    rules: [
      { t: 'set', p: 'order.id', pt: 'msg', to: 'payload.id', tot: 'msg' },
      { t: 'set', p: 'order.total', pt: 'msg', to: 'payload.total', tot: 'msg' },
    ],
    wires: [['large']],
  },
  {
    id: 'large',
    z: tab,
    type: 'switch',
    property: 'order.total',
    propertyType: 'msg',
    rules: [{ t: 'gt', v: '100', vt: 'num' }],
    checkall: 'true',
    wires: [['label']],
  },
  {
    id: 'label',
    z: tab,
    type: 'template',
    field: 'payload',
    fieldType: 'msg',
    syntax: 'mustache',
    template: '{"label":"Order {{order.id}} is large"}',
    output: 'json',
    wires: [['answer']],
  },
  { id: 'answer', z: tab, type: 'http response', statusCode: '200', wires: [] },
];
