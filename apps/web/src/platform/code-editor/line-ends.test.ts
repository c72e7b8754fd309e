import { insertNewline } from '@codemirror/commands';
import { EditorState } from '@codemirror/state';
import { expect, test } from 'vitest';
import { keptLineEnds, placeInEditor, placeInText } from './kept-line-ends.ts';
import { withLineEndsOf } from './line-end.ts';

const open = (doc: string) => EditorState.create({ doc, extensions: keptLineEnds(doc) });
const texts = ['', 'one line', 'a\r\nb\r\n', 'a\nb\n', 'a\rb', 'a\r\nb\nc\rd', '\r\n\r\n'];

test.each(texts)('SQL-10 a text that is opened in an editor is the same text: %j', (text) => {
  expect(open(text).sliceDoc()).toBe(text);
});

test('SQL-10 a line that is typed ends as those that were there', () => {
  const typedInto = (text: string) => {
    let state = open(text).update({ selection: { anchor: 1 } }).state;
    insertNewline({ state, dispatch: (change) => (state = change.state) });
    return state.sliceDoc();
  };
  expect(typedInto('a\r\nb')).toBe('a\r\n\r\nb');
  expect(typedInto('a\nb')).toBe('a\n\nb');
  expect(withLineEndsOf('a\r\nb', 'a\n\nb')).toBe('a\r\n\r\nb');
  expect(withLineEndsOf('a\nb', 'a\n\nb')).toBe('a\n\nb');
});

test.each(texts)('OBJ-5 every place in an editor is known in its text, and back: %j', (text) => {
  const state = open(text);
  for (let place = 0; place <= state.doc.length; place += 1) {
    const known = placeInText(state, place);
    expect(placeInEditor(state, known)).toBe(place);
    expect(text.slice(0, known)).toBe(state.sliceDoc(0, place));
  }
});
