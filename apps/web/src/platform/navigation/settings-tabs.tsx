import { AreaTabs } from './area-tabs.tsx';

export function SettingsTabs() {
  return <AreaTabs area="settings" />;
}
