import { json } from '@codemirror/lang-json';
import { codeFolding, foldGutter } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { codeTheme } from '#platform/code-editor/code-theme.ts';

type JsonTextProps = { text: string; label: string; className?: string | undefined };

/** JSON to read: coloured, its objects and lists can be folded; only the lines in sight are drawn. */
export default function JsonText({ text, label, className }: JsonTextProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!element.current) return undefined;
    const view = new EditorView({
      parent: element.current,
      state: EditorState.create({
        doc: text,
        extensions: [
          json(),
          codeFolding(),
          foldGutter(),
          EditorState.readOnly.of(true),
          EditorView.editable.of(false),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
          codeTheme,
        ],
      }),
    });
    return () => view.destroy();
  }, [text, label]);
  return <div ref={element} className={className} />;
}
