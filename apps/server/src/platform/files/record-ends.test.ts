import { expect, test } from 'vitest';
import { csvRecords, jsonRecords, type RecordEnds } from './record-ends.ts';

/** In pieces of three bytes, since nobody promises where a piece ends. */
function cut(records: RecordEnds, text: string) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += 3) records.see(bytes.subarray(at, at + 3));
  const kept = bytes.subarray(0, records.end).toString();
  return { text: `${kept}${records.closing}`, spansLines: records.spansLines };
}

test('INTEL-1 the beginning of a file is cut after its last whole record', () => {
  expect(cut(csvRecords(), 'a,b\n1,"x, y"\n2,"say ""hi""\nto all"\n3,"cut \n off')).toEqual({
    text: 'a,b\n1,"x, y"\n2,"say ""hi""\nto all"\n',
    spansLines: true,
  });
  expect(cut(csvRecords(), 'size;n\n5" screw;1\n6" screw;2\n7" sc')).toEqual({
    text: 'size;n\n5" screw;1\n6" screw;2\n',
    spansLines: false,
  });
  expect(cut(jsonRecords(), '[{"a": "]}\\"{"},\n {"b": [1, {"c": 2}]}, {"d":')).toEqual({
    text: '[{"a": "]}\\"{"},\n {"b": [1, {"c": 2}]}]',
    spansLines: true,
  });
  expect(cut(jsonRecords(), '{"a":1}\n{"b":"\\\\"}\n{"c"')).toEqual({
    text: '{"a":1}\n{"b":"\\\\"}\n',
    spansLines: false,
  });
});
