import type { QueryRows } from '@causeway/contract/sql/queries.ts';
import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { i18n, startI18n } from '#platform/i18n/i18n.ts';
import { PivotBody } from './pivot-body.tsx';

beforeAll(async () => {
  await startI18n('en');
  await i18n.loadNamespaces(['dashboards', 'charts']);
});

test('DASH-2 the rules of a pivot take money for the number it is', () => {
  const field = (name: string, type: string) => ({ name, type, oid: 0 });
  const result = {
    fields: [field('country', 'text'), field('status', 'text'), field('total', 'money')],
    rows: [
      ['DE', 'paid', '$1,234.50'],
      ['DE', 'open', '$12.00'],
    ],
    hasMore: false,
  } as unknown as QueryRows;
  const rules = [{ when: 'above' as const, value: 1_000, tone: 'good' as const }];
  render(
    <MantineProvider env="test">
      <PivotBody
        title="Sums"
        result={result}
        pivot={{ row: 'country', column: 'status', value: 'total' }}
        formats={[{ column: 'total', style: 'number', rules }]}
      />
    </MantineProvider>,
  );
  const cells = screen.getAllByRole('cell').map(({ textContent }) => textContent);
  expect(cells).toEqual([`${i18n.t('dashboards:tone.good')}$1,234.50`, '$12.00']);
});
