import type { RunStatus, StepStatus } from '@causeway/contract/automations/run-shapes.ts';
import { useTranslation } from 'react-i18next';
import { StatusDot, type StatusTone } from '#ui/status-dot.tsx';

export const toneOf: Record<RunStatus | StepStatus, StatusTone> = {
  queued: 'idle',
  running: 'busy',
  waiting: 'changed',
  held: 'changed',
  done: 'good',
  failed: 'failed',
  cancelled: 'idle',
  'in-doubt': 'changed',
  skipped: 'idle',
};

export function RunState({ status }: { status: RunStatus | StepStatus }) {
  const { t } = useTranslation('automations');
  return <StatusDot tone={toneOf[status]} label={t(`automations:status.${status}`)} />;
}
