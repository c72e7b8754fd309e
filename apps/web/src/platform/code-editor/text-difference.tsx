import { PostgreSQL, sql } from '@codemirror/lang-sql';
import { unifiedMergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { codeTheme } from './code-theme.ts';

type TextDifferenceProps = {
  /** Undefined where there was nothing before: then it is just the text. */
  before: string | undefined;
  after: string;
  label: string;
  /** Coloured as SQL, with numbers in front of its lines. */
  isSql: boolean;
  /** Leaves out what is far from any change, until it is asked for. */
  isFolded?: boolean;
  className?: string | undefined;
};

/** Two texts as one, with what went and what came marked. */
export function TextDifference(props: TextDifferenceProps) {
  const { before, after, label, isSql, isFolded = false, className } = props;
  const { t } = useTranslation('platform');
  const leftOut = t('unchangedLines');
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!element.current) return undefined;
    const view = new EditorView({
      parent: element.current,
      state: EditorState.create({
        doc: after,
        extensions: [
          ...(isSql ? [lineNumbers(), sql({ dialect: PostgreSQL })] : []),
          ...(before === undefined
            ? []
            : [
                unifiedMergeView({
                  original: before,
                  mergeControls: false,
                  ...(isFolded && { collapseUnchanged: { margin: 3 } }),
                }),
              ]),
          EditorState.readOnly.of(true),
          EditorState.phrases.of({ '$ unchanged lines': leftOut }),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': label }),
          codeTheme,
        ],
      }),
    });
    return () => view.destroy();
  }, [before, after, label, isSql, isFolded, leftOut]);
  return <div ref={element} className={className} />;
}
