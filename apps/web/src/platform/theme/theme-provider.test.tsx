import { Modal, Select } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#platform/api/query-client.ts';
import { userQuery } from '#platform/session/user-query.ts';
import { createUser } from '#testing/factories.ts';
import { ThemeProvider, type ThemeChoice } from './theme-provider.tsx';

let systemIsDark = false;
const listeners = new Set<(event: { matches: boolean }) => void>();

beforeEach(() => {
  systemIsDark = false;
  vi.stubGlobal('matchMedia', () => ({
    matches: systemIsDark,
    addEventListener: (_type: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_type: string, listener: () => void) => listeners.delete(listener),
  }));
});

afterEach(() => {
  cleanup();
  queryClient.clear();
  localStorage.clear();
  vi.unstubAllGlobals();
});

test('SET-2 dark is on when chosen, off when light is chosen, whatever the system says', () => {
  expect(isDarkWith('dark')).toBe(true);
  setSystemDark(true);
  expect(isDarkWith('light')).toBe(false);
});

test('SET-2 left to the system it follows the system while the page is open', () => {
  expect(isDarkWith('auto')).toBe(false);
  setSystemDark(true);
  expect(isDark()).toBe(true);
  setSystemDark(false);
  expect(isDark()).toBe(false);
});

test('SET-2 the choice is kept in the browser for the next first paint', () => {
  isDarkWith('dark');
  expect(localStorage.getItem('causeway.theme')).toBe('dark');
});

test('NAV-7 the lines of a long title of a dialog stand apart', () => {
  render(
    <QueryClientProvider client={queryClient}>
      <ThemeProvider>
        <Modal opened onClose={() => {}} title="Die Sequenz hinter die größte Nummer setzen" />
      </ThemeProvider>
    </QueryClientProvider>,
  );
  expect(screen.getByRole('heading').style.lineHeight).toBe('1.35');
});

function isDarkWith(theme: ThemeChoice): boolean {
  const user = createUser();
  act(() => {
    queryClient.setQueryData(userQuery.queryKey, {
      ...user,
      settings: { ...user.settings, theme },
    });
  });
  render(
    <QueryClientProvider client={queryClient}>
      <ThemeProvider>page</ThemeProvider>
    </QueryClientProvider>,
  );
  return isDark();
}

function setSystemDark(isOn: boolean): void {
  systemIsDark = isOn;
  act(() => listeners.forEach((listener) => listener({ matches: isOn })));
}

function isDark(): boolean {
  return document.documentElement.classList.contains('dark');
}

test('NAV-4 in a list that is searched, Enter takes the first that fits what was typed', async () => {
  const chosen = vi.fn<(value: string | null) => void>();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  render(
    <QueryClientProvider client={queryClient}>
      <ThemeProvider>
        <Select label="Table" searchable data={['orders', 'rechnungen']} onChange={chosen} />
      </ThemeProvider>
    </QueryClientProvider>,
  );
  const box = screen.getByRole('combobox', { name: 'Table' });
  box.focus();
  fireEvent.click(box);
  await screen.findByRole('option', { name: 'orders' });
  fireEvent.change(box, { target: { value: 'rechn' } });
  fireEvent.keyDown(box, { key: 'Enter', code: 'Enter' });
  expect(chosen.mock.calls[0]?.[0]).toBe('rechnungen');
});
