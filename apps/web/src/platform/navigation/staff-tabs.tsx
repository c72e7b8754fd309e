import { AreaTabs } from './area-tabs.tsx';

export function StaffTabs() {
  return <AreaTabs area="staff" />;
}
