import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readEventStream } from './event-stream.ts';

async function read(pieces: string[]): Promise<string[]> {
  async function* source() {
    yield* pieces;
  }
  const events: string[] = [];
  for await (const data of readEventStream(source())) events.push(data);
  return events;
}

const stream =
  ': hello\n\ndata: {"a":1}\n\nevent: x\nid: 7\r\ndata: one\r\ndata:two\r\n\r\ndata:  kept\n\ndata: unfinished';
const events = ['{"a":1}', 'one\ntwo', ' kept'];

test('CALL-4 events are read whole, wherever the pieces of a stream end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: stream.length })), async (cuts) => {
      const places = [0, ...cuts.toSorted((one, other) => one - other), stream.length];
      const pieces = places.slice(1).map((end, index) => stream.slice(places[index], end));
      expect(await read(pieces)).toEqual(events);
    }),
  );
});

test('CALL-4 what never ends is given up instead of kept', async () => {
  const endless = Array.from({ length: 20 }, () => 'x'.repeat(1_000_000));
  await expect(read(endless)).rejects.toThrow('does not end');
});
