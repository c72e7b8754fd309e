import { setTimeout as sleep } from 'node:timers/promises';
import type { CurrentUser } from '@causeway/contract/users.ts';
import { sendTo } from '../../apps/server/src/testing/send.ts';
import { logIn } from '../../apps/server/src/testing/server-process.ts';
import { startTcpProxy } from '../../apps/server/src/testing/tcp-proxy.ts';
import { openStage } from '../stage.ts';

export const name = '50 quick settings changes in two tabs on a slow line';
type Settings = CurrentUser['settings'];

export async function run() {
  const stage = await openStage();
  try {
    const server = await stage.launch();
    const token = await logIn(server);
    const line = await startTcpProxy({ port: Number(new URL(server.url).port) });
    line.delay(60);
    const url = `http://127.0.0.1:${line.port}`;
    const tabs = [openTab(url, token, 'one'), openTab(url, token, 'two')] as const;
    for (let change = 1; change <= 25; change += 1) {
      tabs[0].act((now) => ({
        layout: { rightPaneWidth: 200 + change },
        pins: [...now.pins, { url: `/one/${change}`, name: `Pin ${change}` }],
      }));
      tabs[1].act((now) => ({
        theme: change % 2 ? 'dark' : 'light',
        pins: [...now.pins, { url: `/two/${change}`, name: `Pin ${change}` }],
      }));
      await sleep(10);
    }
    await Promise.all(tabs.map((tab) => tab.settled()));
    tabs[0].act(() => ({ theme: 'auto' }));
    await tabs[0].settled();
    await line.close();
    const { json } = await server.send('GET', '/user', { token });
    const { settings } = json as CurrentUser;
    const pins = new Set(settings.pins.map((pin) => pin.url));
    const { rightPaneWidth } = settings.layout;
    return {
      figure: `${pins.size} of 50 pins, last width ${rightPaneWidth === 225 ? 'kept' : 'lost'}, last theme ${settings.theme === 'auto' ? 'kept' : 'lost'}`,
      passed:
        pins.size === 50 &&
        settings.pins.length === 50 &&
        rightPaneWidth === 225 &&
        settings.theme === 'auto',
    };
  } finally {
    await stage.close();
  }
}

/** A tab shows its own changes at once and saves them one after the other, each with what it started from. */
function openTab(url: string, token: string, tab: string) {
  let shown = { pins: [] } as unknown as Settings;
  let queue = Promise.resolve();
  let count = 0;
  return {
    act: (change: (now: Settings) => Record<string, unknown>) => {
      const settings = change(shown);
      const settingsBase = 'pins' in settings ? { pins: shown.pins } : undefined;
      shown = { ...shown, ...settings };
      count += 1;
      const request = { token, key: `tab-${tab}-${count}`, body: { settings, settingsBase } };
      queue = queue.then(async () => {
        const { status, text } = await sendTo(url, 'PATCH', '/user', request);
        if (status !== 200) throw new Error(text);
      });
    },
    settled: () => queue,
  };
}
