import type { KeptColumn, KeptProfile } from '@causeway/contract/intelligence/intelligence.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { profilesQuery } from '#domain/intelligence/intelligence-query.ts';
import { useLooked } from '#domain/intelligence/use-looked.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { useTableSource } from '../use-table-source.ts';
import classes from './kept-profile.module.css';

/** What the scans saw of a column: the last look, and what changed since an earlier one. */
export function KeptProfileView({ column }: { column: string }) {
  const { t } = useTranslation('tables');
  const { date, share: percent } = useFormats();
  const looked = useLooked();
  const { projectId, connectorId, name } = useTableSource();
  const profiles = useQuery(profilesQuery(projectId, { connectorId, ...name }));
  const [now, ...earlier] = profiles.data ?? [];
  const last = now && columnOf(now, column);
  if (!now || !last) return null;
  const before = earlier.findLast((profile) => columnOf(profile, column));
  const then = before && columnOf(before, column);
  return (
    <section className={classes.kept} aria-label={t('health.kept')}>
      <h3 className={classes.title}>{t('health.kept')}</h3>
      <p className={classes.line}>{looked(now)}</p>
      {last.isPersonal && <p className={classes.line}>{t('health.personal')}</p>}
      {last.common.length > 0 && (
        <ul className={classes.values}>
          {last.common.map(({ value, share }) => (
            <li key={value}>
              <span className={classes.value}>{value}</span>
              <span className={classes.share}>{percent(share)}</span>
            </li>
          ))}
        </ul>
      )}
      {before && then && (
        <Changes since={t('health.since', { date: date(before.takenAt) })} then={then} now={last} />
      )}
    </section>
  );
}

function columnOf(profile: KeptProfile, name: string): KeptColumn | undefined {
  return profile.columns.find((column) => column.name === name);
}

type ChangesProps = { since: string; then: KeptColumn; now: KeptColumn };

function Changes({ since, then, now }: ChangesProps) {
  const { t } = useTranslation('tables');
  const { number, share: percent } = useFormats();
  const counted = (count: number | null) => (count === null ? '–' : number(count));
  const rows = [
    {
      name: t('profile.nulls'),
      from: percent(then.nullShare ?? 0),
      to: percent(now.nullShare ?? 0),
    },
    {
      name: t('profile.distinct'),
      from: counted(then.distinct),
      to: counted(now.distinct),
    },
    { name: t('profile.smallest'), from: then.min ?? '–', to: now.min ?? '–' },
    { name: t('profile.largest'), from: then.max ?? '–', to: now.max ?? '–' },
    { name: t('health.type'), from: then.type, to: now.type },
  ].filter(({ from, to }) => from !== to);
  return (
    <>
      <h3 className={classes.since}>{since}</h3>
      {rows.length === 0 && <p className={classes.line}>{t('health.unchanged')}</p>}
      <ul className={classes.values}>
        {rows.map(({ name, from, to }) => (
          <li key={name}>
            <span>{name}</span>
            <span className={classes.share}>{`${from} → ${to}`}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
