import { expect, test } from 'vitest';
import { bytesText, findBytes, hexDump } from './bytes-text.ts';

test('SQL-10 bytes are read from hex and written back the same', () => {
  expect(findBytes('\\x48656c6C6f')).toEqual(new TextEncoder().encode('Hello'));
  expect(bytesText(new Uint8Array([0, 15, 255]))).toBe('\\x000fff');
  expect(findBytes('\\x')).toEqual(new Uint8Array());
  expect(findBytes('\\x4')).toBeUndefined();
  expect(findBytes('hello')).toBeUndefined();
});

test('bytes are shown by place, in hex, and as far as they are letters', () => {
  expect(hexDump(new TextEncoder().encode('Hi\n'), 8)).toBe(
    `000000  48 69 0a${' '.repeat(39)}  Hi·`,
  );
});
