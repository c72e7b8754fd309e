import type { ResultField } from '@causeway/contract/artifacts.ts';
import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { i18n, startI18n } from '#platform/i18n/i18n.ts';
import { ChartFigure } from './chart-figure.tsx';

// There is no canvas here; what is drawn on it is the matter of other tests.
vi.mock('./chart-drawing.tsx', () => ({ ChartDrawing: () => null }));

beforeAll(async () => {
  await startI18n('en');
  await i18n.loadNamespaces('charts');
});

const fields: ResultField[] = [
  { name: 'month', type: 'date' },
  { name: 'revenue', type: 'numeric' },
  { name: 'channel', type: 'text' },
];
const rows = [
  ['2026-01-01', '12', 'web'],
  ['2026-01-01', '7', 'shop'],
  ['2026-02-01', '1500', 'web'],
  ['2026-02-01', '9', 'shop'],
];
const choice = { kind: 'line' as const, x: 0, ys: [1], series: 2 };
type Props = Partial<Parameters<typeof ChartFigure>[0]>;

function figureOf(props: Props) {
  return (
    <MantineProvider env="test">
      <ChartFigure label="Chart of Sales" choice={choice} fields={fields} rows={rows} {...props} />
    </MantineProvider>
  );
}

function draw(props: Props = {}) {
  const view = render(figureOf(props));
  const chart = screen.getByRole('application', { name: 'Chart of Sales' });
  chart.focus();
  return {
    chart,
    redraw: (next: Props) => view.rerender(figureOf({ ...props, ...next })),
    press: (key: string) => fireEvent.keyDown(chart, { key }),
    spoken: () => view.container.querySelector('[aria-live]')?.textContent,
  };
}

test('DASH-2 a chart is described by a sentence: what it shows, from when to when, its highest, lowest and last', () => {
  const { chart } = draw();
  const said = (chart.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent);
  expect(said[0]).toBe(
    'revenue by month, January 2026 to February 2026, 2 series: web, shop. Highest: 1,500 (web, February 2026); lowest: 7 (shop, January 2026); last: web 1,500, shop 9 (February 2026).',
  );
});

test('DASH-2 arrows walk from point to point and to the series beside, and each is spoken', () => {
  const { press, spoken } = draw();
  expect(spoken()).toBe('');
  const heard = ['ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowRight', 'Home', 'ArrowUp'].map(
    (key) => {
      press(key);
      return spoken();
    },
  );
  expect(heard).toEqual([
    'web, January 2026: 12',
    'web, February 2026: 1,500',
    'shop, February 2026: 9',
    'shop, February 2026: 9',
    'shop, January 2026: 7',
    'web, January 2026: 12',
  ]);
});

test('DASH-4 Enter on a point opens the menu a click with the other button opens, T shows the table', () => {
  const [onMenu, onTable] = [vi.fn(), vi.fn()];
  const { press } = draw({ onMenu, onTable });
  press('Enter');
  expect(onMenu).not.toHaveBeenCalled();
  press('End');
  press('Enter');
  expect(onMenu.mock.calls[0]?.[0]).toEqual([
    { column: 'month', pick: { values: ['2026-02-01..2026-02-28'], isEmpty: false } },
    { column: 'channel', pick: { values: ['web'], isEmpty: false } },
  ]);
  press('t');
  expect(onTable).toHaveBeenCalledTimes(1);
});

test('DASH-2 a chart that is read again moves no focus and says nothing', () => {
  const { chart, press, spoken, redraw } = draw();
  press('ArrowRight');
  redraw({ rows: rows.map(([month, , channel]) => [month!, '1', channel!]) });
  expect(document.activeElement).toBe(chart);
  expect(spoken()).toBe('web, January 2026: 12');
  press('ArrowRight');
  expect(spoken()).toBe('web, February 2026: 1');
  // One point is left of two.
  redraw({ rows: rows.slice(0, 1) });
  press('ArrowDown');
  expect(spoken()).toBe('January 2026: 12');
});

test('DASH-2 keys that mean something elsewhere are left alone', () => {
  const outside = vi.fn();
  document.addEventListener('keydown', outside);
  const { press, chart } = draw();
  press('Escape');
  press('t');
  fireEvent.keyDown(chart, { key: 'ArrowRight', ctrlKey: true });
  expect(outside).toHaveBeenCalledTimes(3);
  press('ArrowRight');
  press('Escape');
  expect(outside).toHaveBeenCalledTimes(3);
  document.removeEventListener('keydown', outside);
});
