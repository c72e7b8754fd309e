import { expect, test } from 'vitest';
import { plainReadOptions } from '@causeway/contract/imports/plan.ts';
import type { Reject } from '@causeway/contract/imports/records.ts';
import { copyCsv } from './csv-copy.ts';

test.each([0xff, 0x00])(
  'SQL-6 a row with the byte %d is refused by its line, also where it goes on in later pieces of the file',
  async (byte) => {
    const bad = Buffer.concat([Buffer.from('a,b\n1,'), Buffer.of(byte)]);
    const pieces = [bad, Buffer.from('x'), Buffer.from('y\n2,z\n'), Buffer.from('3,ä\n')];
    const refused: Reject[] = [];
    const text = (async function* () {
      yield* pieces;
    })();
    const copy = copyCsv(text, plainReadOptions, (one) => refused.push(one), { isNumbered: false });
    const written: Buffer[] = [];
    for await (const piece of copy.pieces) written.push(Buffer.from(piece));
    expect(Buffer.concat(written).toString()).toBe('2,z\n3,ä\n');
    expect(refused).toMatchObject([{ line: 2, rule: 'encoding' }]);
  },
);
