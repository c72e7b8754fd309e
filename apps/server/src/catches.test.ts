import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { listSources, repository } from '#testing/source-files.ts';

/** Takes every error for an expected one, and keeps none of it. */
const blanket = /\bcatch \{|\.catch\(\(\) =>/;

/**
 * Where nothing else can be meant: a text that is not what it was read as; something closed whose
 * end no longer matters; a pause that was cut short; a promise that somebody else waits for, whose
 * failure they tell.
 */
const plain = [
  /\b(JSON\.parse|decodeURIComponent|TextDecoder|DateTimeFormat|parseTemplate|parseJson)\b/,
  /\.(end|close|cancel)\([^()]*(\([^()]*\))?[^()]*\)\.catch|\bcancel\(\)\.catch/,
  /\bsleep\([^;]*\.catch/,
  /^\s*(this\.)?\w+\??\.catch\(\(\) => (\{\}|undefined)\);/,
];

/** Lines around it in which a comment may say why. */
const NEAR = { above: 4, below: 3 };

test('an error is taken for an expected one only by its kind, or where it is said why any is', async () => {
  const unexplained: string[] = [];
  for (const file of await listSources()) {
    const lines = (await readFile(new URL(file, repository), 'utf8')).split('\n');
    for (const [index, line] of lines.entries()) {
      if (!blanket.test(line)) continue;
      const from = Math.max(0, index - NEAR.above);
      const near = lines.slice(from, index + NEAR.below);
      const isExplained = near.some((one) => /(^|\s)(\/\/|\*|\/\*\*)\s/.test(one));
      const tried = /\bcatch \{/.test(line) ? lines.slice(from, index).join('\n') : line;
      if (!isExplained && !plain.some((kind) => kind.test(tried))) {
        unexplained.push(`${file}:${index + 1} ${line.trim()}`);
      }
    }
  }
  expect(unexplained).toEqual([]);
});
