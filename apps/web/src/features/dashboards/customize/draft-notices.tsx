import type { Dashboard } from '@causeway/contract/dashboards.ts';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isErrorBody } from '#platform/api/client.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { Icon, type IconName } from '#ui/icon.tsx';
import classes from './draft-notices.module.css';
import type { DashboardDraft } from './use-dashboard-draft.ts';

type DraftNoticesProps = {
  draft: DashboardDraft;
  /** As it is saved now. */
  dashboard: Dashboard;
  save: { error: unknown; reset: () => void };
};

/** How the draft stands: brought back, in conflict with another's change, or refused. */
export function DraftNotices({ draft, dashboard, save }: DraftNoticesProps) {
  const { t } = useTranslation('dashboards');
  const isConflict = isErrorBody(save.error) && save.error.code === 'E_VERSION_CONFLICT';
  const isOutdated = draft.isChanged && draft.version !== dashboard.version;
  const discard = (
    <Button
      size="compact-sm"
      variant="default"
      onClick={() => {
        draft.settle(dashboard);
        save.reset();
      }}
    >
      {t(isOutdated ? 'takeTheirs' : 'discard')}
    </Button>
  );
  if (isOutdated || isConflict) {
    return (
      <Notice icon="warning" tone="warning" text={t('conflict')}>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            draft.rebase(dashboard.version);
            save.reset();
          }}
        >
          {t('keepMine')}
        </Button>
        {discard}
      </Notice>
    );
  }
  if (save.error) return <Notice icon="error" tone="error" text={errorText(save.error)} />;
  if (draft.isRestored) {
    return (
      <Notice icon="history" tone="info" text={t('restored')}>
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
