import { expect, test } from 'vitest';
import { changed, redone, startHistory, undone } from './history.ts';

test('what was changed is taken back and done again, letters of one word in one step', () => {
  let history = startHistory('');
  history = changed(history, 'moved');
  for (const text of ['T', 'Ti', 'Title']) history = changed(history, text, 'title');
  history = undone(history);
  expect(history.now).toBe('moved');
  expect(redone(history).now).toBe('Title');
  expect(undone(undone(history)).now).toBe('');
  expect(redone(changed(history, 'other')).now).toBe('other');
});
