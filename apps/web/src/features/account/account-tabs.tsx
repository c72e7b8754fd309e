import { useTranslation } from 'react-i18next';
import { AreaTabs } from '#platform/navigation/area-tabs.tsx';

export function AccountTabs() {
  const { t } = useTranslation('account');
  return (
    <AreaTabs
      label={t('area')}
      tabs={[
        { href: '/account', label: t('tabs.overview') },
        { href: '/account/personal', label: t('tabs.personal') },
        { href: '/account/security', label: t('tabs.security') },
        { href: '/account/workspaces', label: t('tabs.workspaces') },
        { href: '/account/usage', label: t('tabs.usage') },
        { href: '/account/billing', label: t('tabs.billing') },
      ]}
    />
  );
}
