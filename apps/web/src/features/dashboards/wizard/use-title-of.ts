import { useTranslation } from 'react-i18next';
import type { Suggestion } from './suggest-tiles.ts';

/** What a suggested tile is called: a number says which time it is of. */
export function useTitleOf() {
  const { t } = useTranslation('dashboards');
  return ({ key, names, lastOf }: Suggestion) =>
    [t(`wizard.tile.${key}`, names), ...(lastOf ? [t(`wizard.last.${lastOf}`)] : [])].join(', ');
}
