import { billingRoutes } from '@causeway/contract/billing/billing.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { projectCapQuery } from '#domain/billing/billing-query.ts';
import { useCredits } from '#domain/billing/use-credits.ts';
import { CapForm } from '#domain/caps/cap-form.tsx';
import { api } from '#platform/api/api.ts';
import classes from './billing.module.css';

/** What a project may cost in a month: set by who pays for it, seen by everybody in it. */
export function ProjectCap({ projectId }: { projectId: string }) {
  const { t } = useTranslation('billing');
  const credits = useCredits();
  const { data } = useQuery(projectCapQuery(projectId));
  if (!data) return null;
  const { cap, spent, mayChange } = data;
  if (!mayChange) {
    return cap === null ? null : (
      <p className={classes.note}>
        {t('cap.ofProject', { cap: credits(cap, 'cost'), spent: credits(spent, 'cost') })}
      </p>
    );
  }
  return (
    <div className={classes.projectCap}>
      <CapForm
        label={t('cap.projectLabel')}
        cap={cap}
        line={t('cap.line', { spent: credits(spent, 'cost') })}
        onSave={(next) =>
          api.call(billingRoutes.setProjectCap, { params: { projectId }, body: { cap: next } })
        }
      />
    </div>
  );
}
