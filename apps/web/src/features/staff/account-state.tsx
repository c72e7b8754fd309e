import type { StaffAccount } from '@causeway/contract/staff.ts';
import { useTranslation } from 'react-i18next';
import { StatusDot, type StatusTone } from '#ui/status-dot.tsx';

type State = 'suspended' | 'leaving' | 'staff' | 'verified' | 'unverified';
const tones: Record<State, StatusTone> = {
  suspended: 'failed',
  leaving: 'changed',
  staff: 'good',
  verified: 'good',
  unverified: 'idle',
};

export function AccountState({ account }: { account: StaffAccount }) {
  const { t } = useTranslation('staff');
  const state = stateOf(account);
  return <StatusDot tone={tones[state]} label={t(`users.${state}`)} />;
}

function stateOf({ suspendedAt, eraseAt, staff, verified }: StaffAccount): State {
  if (suspendedAt) return 'suspended';
  if (eraseAt) return 'leaving';
  if (staff) return 'staff';
  return verified ? 'verified' : 'unverified';
}
