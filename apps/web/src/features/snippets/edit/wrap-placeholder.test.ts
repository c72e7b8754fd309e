import { expect, test } from 'vitest';
import { asPlaceholder } from './wrap-placeholder.ts';

test.each([
  ['table', 'orders', '{{orders}}', 'orders'],
  ['table', '', '{{table}}', 'table'],
  ['table', '"Order Items"', '{{Order_Items}}', 'Order_Items'],
  ['column', 'o.total', 'o.{{table.total}}', 'table'],
  ['column', 'total', '{{table.total}}', 'table'],
  ['parameter', 'since', ':since', 'since'],
  ['parameter', '2024', ':_2024', '_2024'],
] as const)('SNIP-1 a %s is made of “%s”', (kind, selected, text, rest) => {
  const made = asPlaceholder(kind, selected);
  expect(made.text).toBe(text);
  expect(made.text.slice(made.from, made.to)).toBe(rest);
});
