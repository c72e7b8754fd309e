import { expect, test } from 'vitest';
import { chartSvg } from './chart-svg.ts';

const months = Array.from({ length: 36 }, (_, at) => {
  const month = String((at % 12) + 1).padStart(2, '0');
  return [`${2024 + Math.floor(at / 12)}-${month}-01`, String(at)];
});

test.each([290, 620, 900])(
  'DASH-2 an axis of three years says which ones they are, also %s points wide',
  (width) => {
    const svg = chartSvg({
      fields: [
        { name: 'month', type: 'date' },
        { name: 'revenue', type: 'numeric' },
      ],
      rows: months,
      choice: { kind: 'line', x: 0, ys: [1] },
      emptyName: 'none',
      language: 'en',
      width,
      height: 240,
    });
    const said = [...svg.matchAll(/>([^<>]+)<\/text>/g)].map(([, text]) => text?.trim());
    expect(said).toEqual(expect.arrayContaining(['2024', '2025', '2026']));
  },
);
