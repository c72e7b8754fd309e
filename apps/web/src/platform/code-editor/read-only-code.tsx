import { EditorState, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { codeTheme } from './code-theme.ts';

type ReadOnlyCodeProps = {
  text: string;
  label: string;
  /** Made anew with each other list of them: the same list for the same look. */
  extensions: Extension;
  className?: string | undefined;
};

/** Code to read: coloured as where it is written, wrapped, scrolled by keyboard. */
export function ReadOnlyCode({ text, label, extensions, className }: ReadOnlyCodeProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!element.current) return undefined;
    const view = new EditorView({
      parent: element.current,
      state: EditorState.create({
        doc: text,
        extensions: [
          extensions,
          EditorState.readOnly.of(true),
          EditorView.editable.of(false),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
          codeTheme,
        ],
      }),
    });
    return () => view.destroy();
  }, [text, label, extensions]);
  return <div ref={element} className={className} />;
}
