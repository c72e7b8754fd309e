import { expect, test } from 'vitest';
import type { ColumnFormat } from '../number-formats.ts';
import { writeValue } from './write-value.ts';

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');

function write(digits: string, format: Partial<ColumnFormat>, language = 'en'): string {
  return plain(writeValue(digits, { column: null, style: 'number', ...format }, { language }));
}

test('DASH-2 money shows its currency, whatever the language of the reader', () => {
  expect(write('2701234.5', { style: 'currency', currency: 'EUR' })).toBe('€2,701,234.50');
  expect(write('2701234.5', { style: 'currency', currency: 'EUR' }, 'de')).toBe('2.701.234,50 €');
  const compact = { style: 'currency', currency: 'EUR', isCompact: true } as const;
  expect(write('2701234.5', compact)).toBe('€2.7M');
  expect(write('2701234.5', compact, 'de')).toBe('2,7 Mio. €');
});

test('DASH-2 a short number keeps its decimals only where its language shortens it', () => {
  const compact = { style: 'currency', currency: 'EUR', isCompact: true, decimals: 1 } as const;
  expect(write('306820.4', compact)).toBe('€306.8K');
  expect(write('306820.4', compact, 'de')).toBe('306.820 €');
  expect(write('2701234.5', compact, 'de')).toBe('2,7 Mio. €');
  expect(write('12.34', compact, 'de')).toBe('12,3 €');
});

test('DASH-2 a percent is a share or a percent already; bytes and durations have their units', () => {
  expect(write('0.1234', { style: 'percent', isShare: true })).toBe('12.3%');
  expect(write('12.34', { style: 'percent', decimals: 0 })).toBe('12%');
  expect(write('1500000', { style: 'bytes' })).toBe('1.5 MB');
  expect(write('5400', { style: 'duration' })).toBe('1h 30m');
  expect(write('3.5', { unit: 'kg' })).toBe('3.5 kg');
});

test('DASH-2 digits a float could not hold are written, and what rounds to zero is no minus zero', () => {
  expect(write('12345678901234567.89', { decimals: 2 })).toBe('12,345,678,901,234,567.89');
  expect(write('-0.004', { decimals: 2 })).toBe('0.00');
  expect(write('$5.00', { style: 'currency', currency: 'USD' })).toBe('$5.00');
});
