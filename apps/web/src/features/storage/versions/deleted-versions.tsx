import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import type { Bucket } from '../bucket.ts';
import { versionsQuery } from '../storage-query.ts';
import classes from './deleted-versions.module.css';
import { VersionList } from './object-versions.tsx';

type DeletedVersionsProps = { bucket: Bucket; path: string; onRestored?: () => void };

/** Below the word that a file is not there: what it was, where the bucket still has it. */
export function DeletedVersions({ bucket, path, onRestored }: DeletedVersionsProps) {
  const { t } = useTranslation('storage');
  const { dateTime } = useFormats();
  const { data } = useQuery(versionsQuery(bucket, path));
  const [latest] = data?.versions ?? [];
  if (!data || !latest?.isDeletion) return null;
  return (
    <section className={classes.deleted} aria-label={t('versions.title')}>
      <p>{t('versions.gone', { time: dateTime(latest.updated_at) })}</p>
      <VersionList bucket={bucket} path={path} versions={data.versions} onRestored={onRestored} />
    </section>
  );
}
