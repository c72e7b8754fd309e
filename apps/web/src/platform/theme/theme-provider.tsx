import type { UserSettings } from '@causeway/contract/settings/settings.ts';
import { MantineProvider } from '@mantine/core';
import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, type ReactNode } from 'react';
import { userQuery } from '#platform/session/user-query.ts';
import { cssVariablesResolver, mantineTheme } from './mantine-theme.ts';

export type ThemeChoice = UserSettings['theme'];

/** SET-2: dark when chosen, or when left to the system and the system is dark; follows it live. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const scheme = useColorScheme();
  useLayoutEffect(() => {
    document.documentElement.classList.toggle('dark', scheme === 'dark');
  }, [scheme]);
  return (
    <MantineProvider
      theme={mantineTheme}
      cssVariablesResolver={cssVariablesResolver}
      forceColorScheme={scheme}
    >
      {children}
    </MantineProvider>
  );
}

/** The browser's own copy of the choice: for guests, and for boot.js before anything is loaded. */
export function useBrowserTheme() {
  return useLocalStorage<ThemeChoice>({
    key: 'causeway.theme',
    defaultValue: 'auto',
    getInitialValueInEffect: false,
    serialize: (choice) => choice,
    deserialize: (stored) => (stored === 'dark' || stored === 'light' ? stored : 'auto'),
  });
}

function useColorScheme(): 'dark' | 'light' {
  const chosenByUser = useQuery({ ...userQuery, enabled: false }).data?.settings.theme;
  const [inBrowser, keepInBrowser] = useBrowserTheme();
  const systemIsDark = useMediaQuery('(prefers-color-scheme: dark)', undefined, {
    getInitialValueInEffect: false,
  });
  useLayoutEffect(() => {
    if (chosenByUser) keepInBrowser(chosenByUser);
  }, [chosenByUser, keepInBrowser]);

  const choice = chosenByUser ?? inBrowser;
  if (choice === 'auto') return systemIsDark ? 'dark' : 'light';
  return choice;
}
