import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import i18next from 'i18next';
import type { ReactNode } from 'react';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import texts from '../ui/texts.en.json' with { type: 'json' };

const i18n = i18next.createInstance();
await i18n.use(initReactI18next).init({ lng: 'en', resources: { en: { ui: texts } } });

/** Draws a part of ui/ in English, with nothing of the product around it. */
export function drawUi(children: ReactNode) {
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <I18nextProvider i18n={i18n}>
        <MantineProvider env="test">{children}</MantineProvider>
      </I18nextProvider>
    </QueryClientProvider>,
  );
}
