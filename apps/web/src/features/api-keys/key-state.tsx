import type { ApiKey, KeyState } from '@causeway/contract/api-keys.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { StatusDot, type StatusTone } from '#ui/status-dot.tsx';

const tones: Record<KeyState, StatusTone> = {
  live: 'good',
  held: 'changed',
  expired: 'idle',
  revoked: 'failed',
};
const SOON_MS = 14 * 86_400_000;

export function KeyStateMark({ apiKey }: { apiKey: ApiKey }) {
  const { t } = useTranslation('api-keys');
  const formats = useFormats();
  if (apiKey.state === 'live' && endsSoon(apiKey)) {
    const label = t('states.endsSoon', { when: formats.ago(apiKey.expiresAt ?? '') });
    return <StatusDot tone="changed" label={label} />;
  }
  return <StatusDot tone={tones[apiKey.state]} label={t(`states.${apiKey.state}`)} />;
}

function endsSoon({ expiresAt }: ApiKey): boolean {
  return expiresAt !== null && new Date(expiresAt).getTime() - Date.now() < SOON_MS;
}
