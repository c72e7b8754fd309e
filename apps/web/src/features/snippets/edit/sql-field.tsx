import type { SecretPlace } from '@causeway/contract/snippets/snippet.ts';
import { closeBrackets } from '@codemirror/autocomplete';
import { history, historyKeymap } from '@codemirror/commands';
import { PostgreSQL, sql as sqlLanguage } from '@codemirror/lang-sql';
import { bracketMatching } from '@codemirror/language';
import { setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { Button } from '@mantine/core';
import { useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { plainKeys } from '#platform/code-editor/plain-keys.ts';
import { codeTheme } from '#platform/code-editor/code-theme.ts';
import { placeholderMarks } from '#platform/code-editor/sql-block.tsx';
import { useCodeView } from '#platform/code-editor/use-code-view.ts';
import classes from './sql-field.module.css';
import type { SqlProblem } from './use-classified.ts';
import { asPlaceholder, type PlaceholderKind } from './wrap-placeholder.ts';

type SqlFieldProps = {
  sql: string;
  problem: SqlProblem | null;
  places: SecretPlace[];
  onSql: (sql: string) => void;
};

const kinds: PlaceholderKind[] = ['table', 'column', 'parameter'];

/** The SQL with what is wrong marked in it; a selected name becomes a placeholder with one click. */
export function SqlField({ sql, problem, places, onSql }: SqlFieldProps) {
  const { t } = useTranslation('snippets');
  const labelId = useId();
  const { element, view } = useCodeView({
    text: sql,
    onText: onSql,
    extensions: [
      lineNumbers(),
      history(),
      closeBrackets(),
      bracketMatching(),
      sqlLanguage({ dialect: PostgreSQL }),
      placeholderMarks,
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ 'aria-labelledby': labelId, spellcheck: 'false' }),
      // Tab goes on to the next field: this is a form, not an editor one lives in.
      keymap.of([...historyKeymap, ...plainKeys]),
      codeTheme,
    ],
  });

  useEffect(() => {
    const current = view.current;
    if (!current) return;
    const { length } = current.state.doc;
    const marks = [
      ...places
        .filter(({ field }) => field === 'sql')
        .map(({ from, to, kind, isWarning }): Diagnostic => ({
          from: Math.min(from, length),
          to: Math.min(to, length),
          message: t(`scan.kind.${kind}`),
          severity: isWarning ? 'warning' : 'error',
        })),
      ...(problem?.position === undefined ? [] : [problemMark(problem, sql)]),
    ];
    const sorted = marks.toSorted((a, b) => a.from - b.from);
    current.dispatch(setDiagnostics(current.state, sorted));
  }, [places, problem, sql, t, view]);

  function wrap(kind: PlaceholderKind) {
    const current = view.current;
    if (!current) return;
    const { from, to } = current.state.selection.main;
    const made = asPlaceholder(kind, current.state.sliceDoc(from, to));
    current.dispatch({
      changes: { from, to, insert: made.text },
      selection: { anchor: from + made.from, head: from + made.to },
    });
    current.focus();
  }

  return (
    <div>
      <div className={classes.bar}>
        <span id={labelId} className={classes.label}>
          SQL
        </span>
        <span className={classes.insert}>{t('edit.insert')}</span>
        {kinds.map((kind) => (
          <Button key={kind} size="compact-xs" variant="default" onClick={() => wrap(kind)}>
            {t(`edit.placeholder.${kind}`)}
          </Button>
        ))}
      </div>
      <div ref={element} className={classes.editor} />
      {problem ? (
        <p className={classes.problem}>{problem.message}</p>
      ) : (
        <p className={classes.hint}>
          {t('edit.syntax', {
            table: '{{orders}}',
            column: '{{orders.total: numeric}}',
            parameter: ':since',
          })}
        </p>
      )}
    </div>
  );
}

/** The word at the place the parser stumbled over. */
function problemMark({ message, position = 1 }: SqlProblem, sql: string): Diagnostic {
  const from = Math.min(position - 1, sql.length);
  const [word = ''] = /^(\{\{[^}]*\}\}|\w+|.)?/.exec(sql.slice(from)) ?? [];
  return { from, to: from + word.length, message, severity: 'error' };
}
