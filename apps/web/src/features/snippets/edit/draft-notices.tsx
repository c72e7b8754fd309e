import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isErrorBody } from '#platform/api/client.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { Icon, type IconName } from '#ui/icon.tsx';
import type { SnippetDraft } from './draft.ts';
import classes from './draft-notices.module.css';
import type { SavedSnippet } from './use-save-snippet.ts';
import type { UsedDraft } from './use-snippet-draft.ts';

type DraftNoticesProps = {
  used: UsedDraft;
  saved: { version: number; draft: SnippetDraft };
  save: SavedSnippet;
  isSaved: boolean;
};

/** How the draft stands: brought back, in conflict with another's change, or refused. */
export function DraftNotices({ used, saved, save, isSaved }: DraftNoticesProps) {
  const { t } = useTranslation('snippets');
  const isConflict = isErrorBody(save.error) && save.error.code === 'E_VERSION_CONFLICT';
  // Somebody saved a newer version while this one was being written.
  const isOutdated = isSaved && used.isChanged && used.version !== saved.version;
  const discard = (
    <Button
      size="compact-sm"
      variant="default"
      onClick={() => {
        used.settle(saved);
        save.reset();
      }}
    >
      {t(isOutdated ? 'edit.takeTheirs' : 'edit.discard')}
    </Button>
  );
  if (isOutdated || isConflict) {
    return (
      <Notice icon="warning" tone="warning" text={t('edit.conflict')}>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            used.rebase(saved.version);
            save.reset();
          }}
        >
          {t('edit.keepMine')}
        </Button>
        {discard}
      </Notice>
    );
  }
  if (save.error) return <Notice icon="error" tone="error" text={errorText(save.error)} />;
  if (used.isRestored) {
    return (
      <Notice icon="history" tone="info" text={t('edit.restored')}>
        {discard}
      </Notice>
    );
  }
  return null;
}

type NoticeProps = {
  icon: IconName;
  tone: 'info' | 'warning' | 'error';
  text: string;
  children?: ReactNode;
};

function Notice({ icon, tone, text, children }: NoticeProps) {
  return (
    <div className={classes.notice} data-tone={tone} role={tone === 'info' ? 'status' : 'alert'}>
      <Icon name={icon} />
      <span className={classes.text}>{text}</span>
      {children}
    </div>
  );
}
