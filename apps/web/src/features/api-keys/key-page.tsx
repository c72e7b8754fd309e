import type { ApiKey, KeyCap, KeyDay, KeyWithSecret } from '@causeway/contract/api-keys.ts';
import { can } from '@causeway/contract/access.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentProject, useScopedHref } from '#platform/current-project/use-current-project.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { useAddressId } from '#platform/navigation/address-id.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { useCurrentUser } from '#platform/session/user-query.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { FormSection } from '#ui/form-section.tsx';
import { Icon } from '#ui/icon.tsx';
import { PageFrame } from '#ui/page-frame.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { SkeletonLines } from '#ui/skeletons.tsx';
import { CallsChart } from './calls-chart.tsx';
import { EditKey } from './edit-key.tsx';
import { ExamplesView } from './examples-view.tsx';
import classes from './key-page.module.css';
import { KeySpending } from './key-spending.tsx';
import { keyQuery } from './keys-query.ts';
import { KeyStateMark } from './key-state.tsx';
import { RenewKey } from './renew-key.tsx';
import { RevokeKey } from './revoke-key.tsx';
import { ScopeChips } from './scope-chips.tsx';
import { SecretsTable } from './secrets-table.tsx';
import { ShownSecret } from './shown-secret.tsx';

export default function KeyPage() {
  const { t } = useTranslation('api-keys');
  const id = useAddressId() ?? '';
  const { project } = useCurrentProject();
  const back = useScopedHref()('/settings/api-keys');
  return (
    <PageFrame>
      <AppLink className={classes.back} href={back}>
        <Icon name="arrowLeft" size={14} />
        {t('title')}
      </AppLink>
      {project && isId(id) ? (
        <LoadedKey key={`${project.id} ${id}`} project={project} id={id} />
      ) : (
        <>
          <PageHeader title={t('title')} />
          <EmptyState icon="key" title={t('unknown.title')} line={t('unknown.line')} />
        </>
      )}
    </PageFrame>
  );
}

function LoadedKey({ project, id }: { project: Project; id: string }) {
  const { t } = useTranslation('api-keys');
  const key = useQuery(keyQuery(project.id, id));
  return (
    <QueryView query={key} skeleton={<SkeletonLines count={10} />} errorTitle={t('unknown.title')}>
      {(shown) => (
        <Key
          project={project}
          apiKey={shown}
          days={shown.days}
          spending={shown.spending}
          heldRuns={shown.heldRuns}
        />
      )}
    </QueryView>
  );
}

type KeyProps = {
  project: Project;
  apiKey: ApiKey;
  days: readonly KeyDay[];
  spending: KeyCap;
  heldRuns: number;
};

function Key({ project, apiKey, days, spending, heldRuns }: KeyProps) {
  const { t } = useTranslation('api-keys');
  const formats = useFormats();
  const { id: userId } = useCurrentUser();
  const [made, setMade] = useState<KeyWithSecret>();
  const isOwn = apiKey.owner.id === userId;
  const isOver = apiKey.state === 'revoked';
  const mayEdit = isOwn && !isOver;
  const mayTakeOver = apiKey.state === 'held' && can(project.role, 'keys.manage');
  return (
    <>
      <PageHeader
        title={apiKey.name}
        line={
          <span className={classes.facts}>
            <KeyStateMark apiKey={apiKey} />
            <span>{t('page.of', { name: apiKey.owner.name })}</span>
            <span>
              {apiKey.expiresAt
                ? t('page.ends', { date: formats.date(apiKey.expiresAt) })
                : t('form.never')}
            </span>
          </span>
        }
      />
      {apiKey.state === 'held' && <p className={classes.note}>{t('page.held')}</p>}
      <FormSection title={t('calls.title')} line={t('calls.line')}>
        <CallsChart days={days} />
      </FormSection>
      <FormSection title={t('spending.title')} line={t('spending.line')}>
        <KeySpending project={project} apiKey={apiKey} spending={spending} />
        {heldRuns > 0 && (
          <p className={classes.note}>
            {t('spending.held', { count: heldRuns, number: formats.number(heldRuns) })}
          </p>
        )}
      </FormSection>
      {!isOver && (
        <FormSection title={t('secrets.title')} line={t('secrets.line')}>
          <SecretsTable project={project} apiKey={apiKey} isOwn={isOwn} />
          {isOwn && <RenewKey project={project} apiKey={apiKey} how="rotate" onMade={setMade} />}
          {mayTakeOver && (
            <RenewKey project={project} apiKey={apiKey} how="takeOver" onMade={setMade} />
          )}
        </FormSection>
      )}
      <FormSection title={t(mayEdit ? 'page.settings' : 'page.may')} line={t('page.mayLine')}>
        {mayEdit ? (
          <EditKey key={JSON.stringify(apiKey.scopes)} project={project} apiKey={apiKey} />
        ) : (
          <ScopeChips project={project} scopes={apiKey.scopes} />
        )}
      </FormSection>
      {!isOver && (
        <FormSection title={t('examples.title')} line={t('examples.line')}>
          <ExamplesView project={project} scopes={apiKey.scopes} />
        </FormSection>
      )}
      {!isOver && (
        <FormSection title={t('revoke.title')} line={t('revoke.line')}>
          <RevokeKey project={project} apiKey={apiKey} />
        </FormSection>
      )}
      {made && <ShownSecret project={project} made={made} onClose={() => setMade(undefined)} />}
    </>
  );
}

function isId(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
