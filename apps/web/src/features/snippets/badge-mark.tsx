import type { Badge } from '@causeway/contract/snippets/snippet.ts';
import { useTranslation } from 'react-i18next';
import classes from './badge-mark.module.css';

/** What running it would do: reads, writes rows, changes the schema. */
export function BadgeMark({ badge }: { badge: Badge | null }) {
  const { t } = useTranslation('snippets');
  const kind = badge ?? 'none';
  return (
    <span className={classes.badge} data-kind={kind} title={t(`badge.${kind}Line`)}>
      {t(`badge.${kind}`)}
    </span>
  );
}
