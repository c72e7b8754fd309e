import type { Dashboard } from '@causeway/contract/dashboards.ts';
import { useTranslation } from 'react-i18next';
import { isErrorBody } from '#platform/api/client.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { DraftNotices } from '#ui/draft-notices.tsx';
import type { DashboardDraft } from './use-dashboard-draft.ts';

type DashboardNoticesProps = {
  draft: DashboardDraft;
  /** As it is saved now. */
  dashboard: Dashboard;
  save: { error: unknown; reset: () => void };
};

/** How a dashboard that is being arranged stands to the one that is saved. */
export function DashboardNotices({ draft, dashboard, save }: DashboardNoticesProps) {
  const { t } = useTranslation('dashboards');
  return (
    <DraftNotices
      isOutdated={draft.isChanged && draft.version !== dashboard.version}
      isConflict={isErrorBody(save.error) && save.error.code === 'E_VERSION_CONFLICT'}
      isRestored={draft.isRestored}
      error={save.error ? errorText(save.error) : undefined}
      texts={{
        conflict: t('conflict'),
        keepMine: t('keepMine'),
        takeTheirs: t('takeTheirs'),
        restored: t('restored'),
        discard: t('discard'),
      }}
      onKeepMine={() => {
        draft.rebase(dashboard.version);
        save.reset();
      }}
      onDiscard={() => {
        draft.settle(dashboard);
        save.reset();
      }}
    />
  );
}
