import { dashboardVersionRoutes } from '@causeway/contract/dashboards/versions.ts';
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api } from '#platform/api/api.ts';
import { useDraftKeeper } from './use-draft-keeper.ts';

type Body = { revision: number; content: { tabs: { name: string }[] } };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A server that keeps what it is told; the answers of some calls do not arrive. */
function serve(lost: number) {
  const server = { revision: 0, content: undefined as unknown, calls: 0 };
  vi.spyOn(api, 'call').mockImplementation(async (route: unknown, ...rest: unknown[]) => {
    if (route === dashboardVersionRoutes.draft) return structuredClone(server);
    const [{ body }] = rest as [{ body: Body }];
    server.calls += 1;
    if (body.revision !== server.revision) throw { code: 'E_VERSION_CONFLICT', message: 'Other.' };
    server.revision += 1;
    server.content = body.content;
    if (server.calls <= lost) throw new TypeError('Failed to fetch');
    return { revision: server.revision };
  });
  return server;
}

const contentOf = (name: string) => ({ tiles: [], tabs: [{ id: 't', name }], settings: {} });
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

test('DASH-5 what was kept without an answer is not taken for another window’s, and what comes after it is kept', async () => {
  const server = serve(1);
  const { result } = renderHook(() => useDraftKeeper({ projectId: 'p', dashboardId: 'd' }, 0));
  act(() => result.current.keep({ baseVersion: 1, content: contentOf('First') }));
  await pass(700);
  expect(result.current.state).toBe('failed');
  act(() => result.current.keep({ baseVersion: 1, content: contentOf('Second') }));
  await pass(700);
  await pass(5_000);
  expect(result.current.state).toBe('kept');
  expect(server.content).toEqual(contentOf('Second'));
});

test('DASH-5 what another window kept is not written over', async () => {
  const server = serve(0);
  const { result } = renderHook(() => useDraftKeeper({ projectId: 'p', dashboardId: 'd' }, 0));
  server.revision = 3;
  server.content = contentOf('Theirs');
  act(() => result.current.keep({ baseVersion: 1, content: contentOf('Mine') }));
  await pass(700);
  expect(result.current.state).toBe('elsewhere');
  expect(server.content).toEqual(contentOf('Theirs'));
});
