import type { KeptProfile } from '@causeway/contract/intelligence/intelligence.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';

type Looked = Pick<KeptProfile, 'takenAt' | 'rows' | 'sampled'>;

/** When a table was looked at, and whether the figures are of all its rows or of a sample. */
export function useLooked(): (profile: Looked) => string {
  const { t } = useTranslation('domain');
  const { ago, number, share } = useFormats();
  return ({ takenAt, rows, sampled }) => {
    const facts = { ago: ago(takenAt), count: sampled, rows: number(sampled) };
    if (rows === null) return t('profile.someRows', facts);
    if (sampled >= rows) return t('profile.allRows', facts);
    return t('profile.partOfRows', { ...facts, share: share(sampled / rows) });
  };
}
