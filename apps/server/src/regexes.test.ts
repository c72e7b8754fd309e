import { readFile } from 'node:fs/promises';
import { parseSync } from 'oxc-parser';
import { describe, expect, test } from 'vitest';
import { listSources, repository } from '#testing/source-files.ts';
import { findFaults } from '#testing/regex-faults.ts';

/**
 * Which regular expressions may take more than their text's length: those with repetitions inside
 * each other or side by side over the same characters, and those that start anew at each place.
 * Whoever sends the text chooses how long it is, so none of them may see one that people send.
 */

/** Allowed, because what they see is short: by file, with the reason. */
const allowed: Record<string, string> = {
  'apps/server/src/env.ts': 'settings of the operator',
  'apps/server/src/main.ts': 'lines this program writes itself',
  'apps/server/src/platform/ai/models.ts': 'an address that the operator sets',
  'apps/server/src/features/assistant/built-in/model.ts': 'what it says itself',
  'apps/server/src/features/assistant/built-in/sql-states.ts':
    'a question cut at 1,000 characters, and one message of a database',
  'apps/server/src/features/assistant/built-in/understand.ts': 'a question cut at 1,000 characters',
  'apps/server/src/features/assistant/built-in/asking-back.ts':
    'a question cut at 1,000 characters',
  'apps/server/src/features/assistant/built-in/why.ts': 'a question cut at 1,000 characters',
  'apps/server/src/features/assistant/built-in/words.ts': 'one word of a question',
  'apps/server/src/features/imports/file/guess-values.ts': 'parts that begin with their own sign',
  'apps/web/src/domain/filters/filter-choices.ts': 'a list somebody types into a field',
  'apps/web/src/features/snippets/plain-text.ts': 'a fence that is never closed ends the text',
  'apps/web/src/platform/api/error-catalogue.ts': 'messages of browsers',
  'apps/server/src/platform/parquet/cells.ts': 'the six digits of a fraction of a second',
  'apps/server/src/platform/connectors/sql/denied-names.ts':
    'made of our own list, and asked of names that Postgres cuts at 63 bytes',
  'apps/server/src/features/snippets/list.ts': 'words of a search, limited by its schema',
  'apps/server/src/features/storage/jobs/start.ts': 'a key of 1,024 bytes at most',
  'apps/server/src/features/storage/replace/search-text.ts':
    'made of a text without any repetition, and run in a thread that is ended',
  'packages/sample-data/src/media/formats/csv.ts': 'our own sample data',
  'apps/server/src/platform/files/query-files.ts': 'a key of 1,024 bytes at most',
  'apps/web/src/domain/value-editors/json-problem.ts': 'a string of JSON, begun at one place',
  'apps/web/src/domain/connectors/connection-url.ts': 'an address somebody pastes into a field',
  'apps/web/src/features/imports/names.ts': 'the name of a file',
  'apps/web/src/features/sql/completion/place.ts': 'the last 200 characters before the cursor',
  'apps/web/src/features/sql/files/complete-files.ts': 'some characters before the cursor',
  'apps/web/src/features/sql/results/compare-cells.ts': 'an interval as Postgres prints it',
  'apps/web/src/features/sql/wizard/live-side.tsx': 'SQL the wizard writes itself',
  'apps/web/src/features/storage/object-actions.ts': 'a key of 1,024 bytes at most',
  'apps/web/src/platform/i18n/i18n.ts': 'names of our own files',
  'packages/contract/src/sql/files.ts': 'the name of a file',
  'packages/contract/src/snippets/fit-columns.ts': 'the name of a type',
  'packages/object-store/src/http/request.ts': 'an address, limited by the HTTP server',
  'packages/object-store/src/server.ts': 'an address, limited by the HTTP server',
};

type Finding = { file: string; what: string };

function findIn(file: string, source: string): Finding[] {
  const found: Finding[] = [];
  const look = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(look);
    if (typeof node !== 'object' || node === null) return undefined;
    const { regex, type, callee } = node as {
      regex?: { pattern: string; flags: string };
      type?: string;
      callee?: { name?: string };
    };
    if (regex) {
      const faults = findFaults(regex.pattern, regex.flags);
      if (faults.length > 0) found.push({ file, what: `/${regex.pattern}/: ${faults.join('; ')}` });
    }
    // What is put together while the program runs can't be looked at here.
    const isCall = type === 'NewExpression' || type === 'CallExpression';
    if (isCall && callee?.name === 'RegExp') found.push({ file, what: 'made while it runs' });
    return Object.values(node).forEach(look);
  };
  look(parseSync(file, source).program);
  return found;
}

describe('regular expressions over what people send', () => {
  test('take time in proportion to it, everywhere in the product', async () => {
    const files = await listSources();
    const findings: Finding[] = [];
    for (const file of files)
      findings.push(...findIn(file, await readFile(new URL(file, repository), 'utf8')));
    expect(findings.filter(({ file }) => allowed[file] === undefined)).toEqual([]);
    const needed = new Set(findings.map(({ file }) => file));
    expect(Object.keys(allowed).filter((file) => !needed.has(file))).toEqual([]);
  });

  test.each([
    ['comments before a statement', String.raw`^(\s|;|--[^\n]*(\n|$)|\/\*[^]*?\*\/)*$`],
    ['stars of a pattern', '^[^/]*a[^/]*a[^/]*a[^/]*x\\.csv$'],
    ['an address in a snippet', String.raw`\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+\b`],
    ['a code in a snippet', String.raw`\b(?=[A-Za-z0-9_-]*\d)[A-Za-z0-9_-]{32,}\b`],
    ['texts of a workbook', String.raw`<(?:\w+:)?si\b[^>]*?(?:\/>|>([^]*?)<\/(?:\w+:)?si>)`],
    ['rows of a workbook', String.raw`<(?:\w+:)?row\b([^>]*?)(?:\/>|>([^]*?)<\/(?:\w+:)?row>)`],
  ])('those that once stopped the server would be found: %s', (_, pattern) => {
    expect(findFaults(pattern, 'g')).not.toEqual([]);
  });
});
