import { useTranslation } from 'react-i18next';
import { useScopedHref } from '#platform/current-project/use-current-project.ts';
import { AreaTabs } from './area-tabs.tsx';

const tabs = ['general', 'members', 'connectors', 'apiKeys', 'usage'] as const;
const paths = {
  general: 'general',
  members: 'members',
  connectors: 'connectors',
  apiKeys: 'api-keys',
  usage: 'usage',
};

/** Above every page of a project's settings, which several features share. */
export function SettingsTabs() {
  const { t } = useTranslation('platform');
  const scopedHref = useScopedHref();
  return (
    <AreaTabs
      label={t('settingsTabs.label')}
      tabs={[
        { href: scopedHref('/settings'), label: t('settingsTabs.overview') },
        ...tabs.map((tab) => ({
          href: scopedHref(`/settings/${paths[tab]}`),
          label: t(`settingsTabs.${tab}`),
        })),
      ]}
    />
  );
}
