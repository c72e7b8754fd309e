import { expect, test, vi } from 'vitest';
import { uploadParts, type PartUpload } from './upload-parts.ts';

function uploadOf(more: Partial<PartUpload>): PartUpload {
  return {
    file: new Blob(['abcdefghij']),
    partSize: 4,
    received: [],
    send: async () => undefined,
    onSent: () => undefined,
    signal: new AbortController().signal,
    wait: async () => undefined,
    ...more,
  };
}

test('SQL-6 a file arrives in parts, and what has arrived already is not sent again', async () => {
  const arrived = new Map<number, string>();
  const sent: number[] = [];
  await uploadParts(
    uploadOf({
      received: [1],
      send: async (part, content) => arrived.set(part, await content.text()),
      onSent: (bytes) => sent.push(bytes),
    }),
  );
  expect([...arrived].toSorted()).toEqual([
    [0, 'abcd'],
    [2, 'ij'],
  ]);
  expect(sent[0]).toBe(4);
  expect(sent.at(-1)).toBe(10);
});

test('SQL-6 a part that is lost on the way is sent again, one that is refused is not', async () => {
  const flaky = vi
    .fn<PartUpload['send']>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockRejectedValueOnce({ code: 'E_UNAVAILABLE', message: 'Not ready.' })
    .mockResolvedValue(undefined);
  await uploadParts(uploadOf({ send: flaky }));
  expect(flaky).toHaveBeenCalledTimes(5);

  const refusal = { code: 'E_IMPORT_STATE', message: 'Not in a state for this.' };
  const refused = vi.fn<PartUpload['send']>().mockRejectedValue(refusal);
  await expect(uploadParts(uploadOf({ send: refused }))).rejects.toEqual(refusal);
  expect(refused.mock.calls.length).toBeLessThanOrEqual(3);
});

test('SQL-6 a stopped upload sends nothing more', async () => {
  const stop = new AbortController();
  const send = vi.fn<PartUpload['send']>(async () => stop.abort());
  await expect(
    uploadParts(uploadOf({ file: new Blob(['x'.repeat(40)]), send, signal: stop.signal })),
  ).rejects.toThrow('aborted');
  expect(send.mock.calls.length).toBeLessThanOrEqual(3);
});
