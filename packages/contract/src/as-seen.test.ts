import { expect, test } from 'vitest';
import { asSeen } from './as-seen.ts';

test.each([
  ['turns what follows around', '\u202e', String.raw`\u{202e}`],
  ['takes no room', '\u200b', String.raw`\u{200b}`],
  ['joins its neighbours', '\u200d', String.raw`\u{200d}`],
  ['hides until a line ends', '\u00ad', String.raw`\u{ad}`],
  ['is a blank letter', '\u3164', String.raw`\u{3164}`],
  ['chooses how a sign looks', '\ufe0f', String.raw`\u{fe0f}`],
  ['carries a hidden byte', '\u{e0141}', String.raw`\u{e0141}`],
  ['is a tag', '\u{e0041}', String.raw`\u{e0041}`],
  ['ends a line unlike others', '\u2028', String.raw`\u{2028}`],
  ['is a control sign', '\u001b', String.raw`\u{1b}`],
])('CHAT-4 a sign that %s is spelled out', (_, sign, spelled) => {
  expect(asSeen(`drop${sign} table`)).toBe(`drop${spelled} table`);
});

test('CHAT-4 what everybody sees stays as it is, in whatever script, and twice is once', () => {
  const seen = 'select "Größe", \'日本 🙂 é\'\r\n\tfrom עברית';
  expect(asSeen(seen)).toBe(seen);
  expect(asSeen(asSeen('a\u202eb'))).toBe(asSeen('a\u202eb'));
});

test.each(['⚠️', '❤️‍🔥', '👩‍💻', '👩🏽‍💻', '🏳️‍🌈'])(
  'CHAT-4 a picture of several signs stays one: %s',
  (picture) => {
    expect(asSeen(`${picture} Delete?`)).toBe(`${picture} Delete?`);
  },
);

test('CHAT-4 what belongs to no picture is spelled out behind one too', () => {
  expect(asSeen('🙂\u200dx 🙂\ufe0f\ufe0f')).toBe('🙂\\u{200d}x 🙂\ufe0f\\u{fe0f}');
});
