import type { EditorTab } from '@causeway/contract/sql/queries.ts';
import { useTranslation } from 'react-i18next';
import { SqlView } from './code/sql-view.tsx';
import type { LiveNames } from './completion/use-names.ts';
import classes from './editor.module.css';
import { EditorStart } from './editor-start.tsx';
import { useFilesCompletion } from './files/use-files-completion.ts';
import type { EditorState } from './use-editor.ts';

type EditorCodeProps = { editor: EditorState; tab: EditorTab; names: LiveNames | undefined };

/** What is written; an empty tab offers where to begin. */
export function EditorCode({ editor, tab, names }: EditorCodeProps) {
  const { t } = useTranslation('sql');
  const { view, store, connector } = editor;
  const complete = useFilesCompletion(connector);
  return (
    <div className={classes.code}>
      <SqlView
        ref={view}
        tabId={tab.id}
        text={tab.sql}
        label={t('code.label', { title: tab.title })}
        hint={t('code.hint')}
        names={names}
        complete={complete}
        problems={editor.problems}
        onText={(sql) => store.change(tab.id, { sql })}
        onCursor={editor.setCursor}
        onCommand={editor.command}
      />
      {tab.sql === '' && (
        <EditorStart
          connector={connector}
          onSql={(sql) => {
            store.change(tab.id, { sql });
            view.current?.focus();
          }}
        />
      )}
    </div>
  );
}
