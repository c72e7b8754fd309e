import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isErrorBody } from '#platform/api/client.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { DraftNotices } from '#ui/draft-notices.tsx';
import type { SnippetDraft } from './draft.ts';
import type { SavedSnippet } from './use-save-snippet.ts';
import type { UsedDraft } from './use-snippet-draft.ts';

const CompareDialog = lazy(() => import('./compare-dialog.tsx'));

type SnippetNoticesProps = {
  used: UsedDraft;
  saved: { version: number; draft: SnippetDraft };
  save: SavedSnippet;
  isSaved: boolean;
};

/** How a snippet that is being written stands to the one that is saved. */
export function SnippetNotices({ used, saved, save, isSaved }: SnippetNoticesProps) {
  const { t } = useTranslation('snippets');
  const [isComparing, setIsComparing] = useState(false);
  const isOutdated = isSaved && used.isChanged && used.version !== saved.version;
  const keepMine = () => {
    used.rebase(saved.version);
    save.reset();
    setIsComparing(false);
  };
  const takeTheirs = () => {
    used.settle(saved);
    save.reset();
    setIsComparing(false);
  };
  return (
    <>
      <DraftNotices
        isOutdated={isOutdated}
        isConflict={isErrorBody(save.error) && save.error.code === 'E_VERSION_CONFLICT'}
        isRestored={used.isRestored}
        error={save.error ? errorText(save.error) : undefined}
        texts={{
          conflict: t('edit.conflict'),
          keepMine: t('edit.keepMine'),
          takeTheirs: t('edit.takeTheirs'),
          restored: t('edit.restored'),
          discard: t('edit.discard'),
        }}
        onKeepMine={keepMine}
        onDiscard={takeTheirs}
        compare={
          isOutdated
            ? { text: t('edit.compare'), onCompare: () => setIsComparing(true) }
            : undefined
        }
      />
      {isComparing && isOutdated && (
        <Suspense fallback={null}>
          <CompareDialog
            mine={used.draft}
            theirs={saved.draft}
            onKeepMine={keepMine}
            onTakeTheirs={takeTheirs}
            onClose={() => setIsComparing(false)}
          />
        </Suspense>
      )}
    </>
  );
}
