import { render, screen } from '@testing-library/react';
import { EditorView } from '@codemirror/view';
import { expect, test, vi } from 'vitest';
import CodeEditor from './code-editor.tsx';

function draw(text: string) {
  const onText = vi.fn<(text: string) => void>();
  const editor = (next: string) => (
    <CodeEditor
      label="notes.txt"
      text={next}
      language="text"
      isReadOnly={false}
      problem={undefined}
      onText={onText}
      onCursor={() => {}}
    />
  );
  const { rerender } = render(editor(text));
  const view = EditorView.findFromDOM(screen.getByRole('textbox', { name: 'notes.txt' }));
  return { onText, view: view!, show: (next: string) => rerender(editor(next)) };
}

test.each(['a\r\nb\r\n', 'a\r\nb\nc', 'a\nb'])(
  'OBJ-5 a file that is only opened is not changed, however its lines end: %j',
  (text) => {
    const { onText } = draw(text);
    expect(onText).not.toHaveBeenCalled();
  },
);

test('OBJ-5 what is typed into a file changes no line end elsewhere', () => {
  const { onText, view } = draw('a\r\nb\r\n');
  view.dispatch({ changes: { from: 0, insert: 'x' } });
  expect(onText).toHaveBeenLastCalledWith('xa\r\nb\r\n');
});

test('OBJ-5 a file that comes anew with other line ends keeps those', () => {
  const { onText, view, show } = draw('a\r\nb');
  show('a\nb\nc');
  expect(view.state.doc.lines).toBe(3);
  expect(view.state.sliceDoc()).toBe('a\nb\nc');
  view.dispatch({ changes: { from: 0, insert: 'x' } });
  expect(onText).toHaveBeenLastCalledWith('xa\nb\nc');
});
