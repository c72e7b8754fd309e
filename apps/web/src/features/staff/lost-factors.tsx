import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { PersonMark } from '#platform/people/person-mark.tsx';
import { StatusDot } from '#ui/status-dot.tsx';
import { lostFactorsQuery } from './lost-factors-query.ts';
import classes from './staff.module.css';

/** Who can't get in, above all accounts: they are waiting for us. Nothing where nobody is. */
export function LostFactors() {
  const { t } = useTranslation('staff');
  const formats = useFormats();
  const { data: requests = [] } = useQuery(lostFactorsQuery);
  if (requests.length === 0) return null;
  return (
    <section className={classes.waiting} aria-labelledby="lost-factors">
      <h2 id="lost-factors" className={classes.heading}>
        {t('lost.title')}
      </h2>
      <ul className={classes.rows}>
        {requests.map(({ person, isReady, readyAt, agreedBy }) => (
          <li key={person.id} className={classes.row}>
            <PersonMark name={person.name} avatar={person.avatar} size={20} />
            <AppLink href={`/staff/users/${person.id}`}>{person.name}</AppLink>
            <span className={classes.to}>{person.email}</span>
            <StatusDot
              tone={isReady ? 'changed' : 'idle'}
              label={
                agreedBy
                  ? t('lost.agreedBy', { name: agreedBy.name })
                  : t(isReady ? 'lost.ready' : 'lost.waits', { date: formats.dateTime(readyAt) })
              }
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
