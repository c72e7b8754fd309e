import { useTranslation } from 'react-i18next';
import { isErrorBody } from '#platform/api/client.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { DraftNotices } from '#ui/draft-notices.tsx';
import type { SnippetDraft } from './draft.ts';
import type { SavedSnippet } from './use-save-snippet.ts';
import type { UsedDraft } from './use-snippet-draft.ts';

type SnippetNoticesProps = {
  used: UsedDraft;
  saved: { version: number; draft: SnippetDraft };
  save: SavedSnippet;
  isSaved: boolean;
};

/** How a snippet that is being written stands to the one that is saved. */
export function SnippetNotices({ used, saved, save, isSaved }: SnippetNoticesProps) {
  const { t } = useTranslation('snippets');
  return (
    <DraftNotices
      isOutdated={isSaved && used.isChanged && used.version !== saved.version}
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
      onKeepMine={() => {
        used.rebase(saved.version);
        save.reset();
      }}
      onDiscard={() => {
        used.settle(saved);
        save.reset();
      }}
    />
  );
}
