import type { KeptColumn } from '@causeway/contract/intelligence/intelligence.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLooked } from '#domain/intelligence/use-looked.ts';
import { profilesQuery } from '#domain/intelligence/intelligence-query.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import type { Bucket } from '../bucket.ts';
import classes from './file-profile.module.css';

type FileProfileProps = { bucket: Bucket; path: string };

/** What the last scan of the bucket saw in a file that is a table, if it looked at it. */
export function FileProfile({ bucket: { projectId, connectorId }, path }: FileProfileProps) {
  const { t } = useTranslation('storage');
  const looked = useLooked();
  const place = { connectorId, schema: '', table: path };
  const [profile] = useQuery(profilesQuery(projectId, place)).data ?? [];
  if (!profile) return null;
  return (
    <section className={classes.profile} aria-label={t('details.scanned')}>
      <h3 className={classes.title}>{t('details.scanned')}</h3>
      <p className={classes.line}>{looked(profile)}</p>
      <ul className={classes.columns}>
        {profile.columns.map((column) => (
          <Column key={column.name} column={column} />
        ))}
      </ul>
    </section>
  );
}

function Column({ column }: { column: KeptColumn }) {
  const { t } = useTranslation('storage');
  const { number, share } = useFormats();
  const { name, type, nullShare, distinct, min, max, isPersonal } = column;
  const facts = [
    type,
    nullShare !== null && nullShare > 0 && t('details.empty', { share: share(nullShare) }),
    distinct !== null && t('details.distinct', { count: distinct, number: number(distinct) }),
    isPersonal && t('details.personal'),
  ];
  const ends = min === max ? [min] : [min, max];
  return (
    <li>
      <span className={classes.name}>{name}</span>
      <span className={classes.facts}>{facts.filter(Boolean).join(' · ')}</span>
      {min !== null && <span className={classes.ends}>{ends.join(' – ')}</span>}
    </li>
  );
}
