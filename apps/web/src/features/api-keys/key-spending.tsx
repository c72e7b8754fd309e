import { apiKeyRoutes, type ApiKey, type KeyCap } from '@causeway/contract/api-keys.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { useTranslation } from 'react-i18next';
import { useCredits } from '#domain/billing/use-credits.ts';
import { CapForm } from '#domain/caps/cap-form.tsx';
import { api } from '#platform/api/api.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { refreshKeys } from './followers.ts';
import classes from './key-page.module.css';

type KeySpendingProps = { project: Project; apiKey: ApiKey; spending: KeyCap };

/** What a key has cost this month, and the most it may. */
export function KeySpending({ project, apiKey, spending }: KeySpendingProps) {
  const { t } = useTranslation('api-keys');
  const credits = useCredits();
  const formats = useFormats();
  const { cap, spent, until, setBy, mayRaise, mayLower } = spending;
  const counted = { spent: credits(spent, 'cost'), date: formats.date(until) };
  const soFar =
    cap === null
      ? t('spending.spent', counted)
      : t('spending.ofCap', { ...counted, cap: credits(cap, 'balance') });
  const by = cap !== null && setBy ? ` ${t('spending.setBy', { name: setBy.name })}` : '';
  if (!mayLower || apiKey.state === 'revoked') return <p className={classes.line}>{soFar + by}</p>;
  return (
    <div className={classes.spending}>
      <CapForm
        key={cap}
        label={t('spending.label')}
        line={`${soFar}${by}${mayRaise ? '' : ` ${t('spending.onlyLower')}`}`}
        cap={cap}
        onSave={async (next) => {
          const params = { projectId: project.id, keyId: apiKey.id };
          await api.call(apiKeyRoutes.setCap, { params, body: { cap: next } });
          await refreshKeys(project.id);
        }}
      />
    </div>
  );
}
