import { securityRoutes, type Impersonation } from '@causeway/contract/auth/security.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { QueryView } from '#ui/query-view.tsx';
import classes from './account.module.css';

/** SESS-4: nobody acts as somebody without that person seeing it. */
export function Impersonations() {
  const { t } = useTranslation('account');
  const list = useQuery({
    queryKey: ['impersonations'],
    queryFn: ({ signal }) => api.call(securityRoutes.listImpersonations, undefined, { signal }),
  });
  return (
    <QueryView query={list} empty={<p className={classes.small}>{t('impersonations.none')}</p>}>
      {(seen) => (
        <ul className={classes.rows}>
          {seen.map((one) => (
            <ImpersonationRow key={one.id} impersonation={one} />
          ))}
        </ul>
      )}
    </QueryView>
  );
}

function ImpersonationRow({ impersonation }: { impersonation: Impersonation }) {
  const { t } = useTranslation('account');
  const formats = useFormats();
  const { staff, at, endedAt, reason, acts } = impersonation;
  return (
    <li className={classes.row}>
      <div className={classes.grow}>
        <p className={classes.rowName}>{staff}</p>
        <p className={classes.small}>
          {formats.dateTime(at)}
          {endedAt && ` – ${formats.dateTime(endedAt)}`}
        </p>
        <p className={classes.small}>{reason || t('impersonations.noReason')}</p>
        {acts.length > 0 && (
          <details className={classes.small}>
            <summary>{t('impersonations.acts', { count: acts.length })}</summary>
            <ul className={classes.acts}>
              {acts.map((act) => (
                <li key={`${act.at} ${act.action}`}>
                  {formats.moment(act.at)} <code>{act.action}</code>
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </li>
  );
}
