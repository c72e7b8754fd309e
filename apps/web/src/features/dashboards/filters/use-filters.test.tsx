import type { DashboardFilter } from '@causeway/contract/dashboards/filters.ts';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, render } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useFilters } from './use-filters.ts';

const when: DashboardFilter = {
  slug: 'when',
  label: 'When',
  type: 'dates',
  options: [],
  initial: 'today',
};
const filters = [when];
const zone = 'Europe/Berlin';

let filtering: ReturnType<typeof useFilters>;
function View() {
  const found = useFilters(filters, zone);
  useEffect(() => {
    filtering = found;
  });
  return null;
}

beforeEach(() => {
  // What the router waits for goes on; only the clock and what rings are held.
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function openAt(instant: string) {
  vi.setSystemTime(new Date(instant));
  const routeTree = createRootRoute({ component: View });
  const history = createMemoryHistory({ initialEntries: ['/dashboards/d'] });
  const router = createRouter({ routeTree, history });
  await router.load();
  render(<RouterProvider router={router as never} />);
}

function days() {
  const valueOf = (wanted: string) =>
    filtering.filtering.parameters.find(({ name }) => name === wanted)?.value;
  return [valueOf('when_from'), valueOf('when_to')];
}

function pass(milliseconds: number) {
  act(() => void vi.advanceTimersByTime(milliseconds));
}

const HOUR = 3_600_000;

test('DASH-2 a dashboard that stays open asks for the new day once the day of its project is over, wherever its screen hangs', async () => {
  // In Berlin it is 22:30 on Monday.
  await openAt('2026-11-16T21:30:00Z');
  expect(days()).toEqual(['2026-11-16', '2026-11-17']);
  const before = filtering.filtering;
  pass(HOUR);
  // What has not changed is not asked again.
  expect(filtering.filtering).toBe(before);
  pass(HOUR);
  expect(days()).toEqual(['2026-11-17', '2026-11-18']);
});

test('DASH-2 a tab nobody looked at over night asks for today as soon as it is seen', async () => {
  await openAt('2026-11-16T12:00:00Z');
  const isHidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  pass(24 * HOUR);
  expect(days()).toEqual(['2026-11-16', '2026-11-17']);
  isHidden.mockReturnValue(false);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(days()).toEqual(['2026-11-17', '2026-11-18']);
});

test('DASH-2 reading again renews the moment all tiles count their days from, before anything is asked', async () => {
  await openAt('2026-11-16T12:00:00Z');
  vi.setSystemTime(new Date('2026-11-17T12:00:00Z'));
  act(() => filtering.renew());
  expect(filtering.filtering.now).toEqual(new Date('2026-11-17T12:00:00Z'));
  expect(days()).toEqual(['2026-11-17', '2026-11-18']);
});
