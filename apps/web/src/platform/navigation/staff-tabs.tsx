import { useTranslation } from 'react-i18next';
import { AreaTabs } from './area-tabs.tsx';

const hrefs = { users: '/staff', mails: '/staff?show=mails', snippets: '/staff/snippets' };

/** Above every page for the people who run this installation, which several features share. */
export function StaffTabs({ current }: { current: keyof typeof hrefs }) {
  const { t } = useTranslation('platform');
  const tabs = ['users', 'mails', 'snippets'] as const;
  return (
    <AreaTabs
      label={t('staffTabs.label')}
      tabs={tabs.map((tab) => ({
        href: hrefs[tab],
        label: t(`staffTabs.${tab}`),
        isCurrent: tab === current,
      }))}
    />
  );
}
