import { history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { Prec, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { plainKeys } from '#platform/code-editor/plain-keys.ts';
import { codeTheme } from '#platform/code-editor/code-theme.ts';

export type CodeLanguage = 'json' | 'text';

type CodeInput = {
  language: CodeLanguage;
  onEnter: () => void;
  /** Whether there was anything to put back. */
  onRevert: () => boolean;
  onAccept: (editor: EditorView) => boolean;
};

export function codeExtensions({ language, onEnter, onRevert, onAccept }: CodeInput): Extension {
  return [
    language === 'json' ? [lineNumbers(), json(), bracketMatching(), indentOnInput()] : [],
    history(),
    drawSelection(),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ spellcheck: 'false', autocomplete: 'off' }),
    EditorView.domEventHandlers({
      focus: () => {
        onEnter();
        return false;
      },
    }),
    Prec.high(
      keymap.of([
        { key: 'Escape', run: onRevert },
        { key: 'Mod-Enter', run: onAccept },
      ]),
    ),
    // Tab goes on to the next field: this is a form, not an editor one lives in.
    keymap.of([...historyKeymap, ...plainKeys]),
    codeTheme,
  ];
}
