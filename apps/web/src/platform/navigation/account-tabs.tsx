import { AreaTabs } from './area-tabs.tsx';

export function AccountTabs() {
  return <AreaTabs area="account" />;
}
