import type { Snippet } from '@causeway/contract/snippets/snippet.ts';
import { textIn } from '@causeway/contract/translatable.ts';
import { useAddressId } from '#platform/navigation/address-id.ts';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SqlBlock } from '#platform/code-editor/sql-block.tsx';
import { useContentLanguage } from '#platform/settings/content-language.ts';
import { CopyButton } from '#ui/copy-button.tsx';
import { Icon } from '#ui/icon.tsx';
import { PageFrame } from '#ui/page-frame.tsx';
import { LoadedSnippet } from '../loaded-snippet.tsx';
import { Comments } from './comments.tsx';
import { ReportDialog } from './report-dialog.tsx';
import { SnippetFacts } from './snippet-facts.tsx';
import { SnippetHead } from './snippet-head.tsx';
import { SnippetNeeds } from './snippet-needs.tsx';
import classes from './snippet-page.module.css';
import { SnippetText } from './snippet-text.tsx';

const UseDialog = lazy(() => import('../use/use-dialog.tsx'));
const VersionsDialog = lazy(() => import('./versions-dialog.tsx'));

export type SnippetDialog = 'use' | 'versions' | 'report';

export default function SnippetPage() {
  const id = useAddressId() ?? '';
  return (
    <PageFrame isWide>
      <LoadedSnippet key={id} id={id}>
        {(snippet) => <SnippetView snippet={snippet} />}
      </LoadedSnippet>
    </PageFrame>
  );
}

function SnippetView({ snippet }: { snippet: Snippet }) {
  const { t } = useTranslation('snippets');
  const language = useContentLanguage();
  const [dialog, setDialog] = useState<SnippetDialog>();
  const text = textIn(snippet.text, language);
  const close = () => setDialog(undefined);
  return (
    <>
      <SnippetHead snippet={snippet} onDialog={setDialog} />
      {snippet.isHidden && (
        <output className={classes.hidden}>
          <Icon name="eyeOff" /> <b>{t('hidden.title')}</b> {snippet.hiddenReason}
        </output>
      )}
      <div className={classes.columns}>
        <div className={classes.main}>
          {text !== '' && <SnippetText text={text} />}
          <div className={classes.code}>
            <div className={classes.copy}>
              <CopyButton value={snippet.sql} label={t('view.copy')} />
            </div>
            <SqlBlock text={snippet.sql} label={t('view.sql')} className={classes.sql} />
          </div>
          <Comments snippet={snippet} />
        </div>
        <aside className={classes.side} aria-label={t('view.facts')}>
          <SnippetNeeds sql={snippet.sql} parameters={snippet.parameters} />
          <SnippetFacts snippet={snippet} onVersions={() => setDialog('versions')} />
        </aside>
      </div>
      <Suspense fallback={null}>
        {dialog === 'use' && <UseDialog snippet={snippet} onClose={close} />}
        {dialog === 'versions' && <VersionsDialog snippet={snippet} onClose={close} />}
      </Suspense>
      {dialog === 'report' && <ReportDialog snippet={snippet} onClose={close} />}
    </>
  );
}
