import type { Project } from '@causeway/contract/projects.ts';
import { sampleRoutes } from '@causeway/contract/sample.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { projectsQuery, useProjects } from '#platform/current-project/projects-query.ts';
import { useCurrentUser } from '#platform/session/user-query.ts';
import { Icon } from '#ui/icon.tsx';
import { NewConnector } from './new-connector.tsx';
import { saveOnboarding } from './onboarding-query.ts';
import classes from './onboarding.module.css';
import { Problem, StepHead, type StepProps, GoOnOrSkip } from './step-parts.tsx';

type Kind = 'sql' | 's3';

/** Kept sealed and not connected to before the address is verified; then it is tried. */
export function ConnectorsStep({ state, onDone }: StepProps) {
  const { t } = useTranslation('onboarding');
  const { verified } = useCurrentUser();
  const [project] = useProjects();
  const [kind, setKind] = useState<Kind>();
  const goOn = useMutation({ mutationFn: onDone });
  const skip = useMutation({
    mutationFn: async () => {
      await saveOnboarding({ skipped: 'connectors' });
      await onDone();
    },
  });
  if (!project) return <StepHead title={t('connectors.title')} line={t('connectors.noProject')} />;
  if (kind) {
    const close = () => setKind(undefined);
    return <NewConnector kind={kind} project={project} mayTest={verified} onClose={close} />;
  }
  const { connectors } = project;
  return (
    <>
      <StepHead title={t('connectors.title')} line={t('connectors.line')} />
      {connectors.length > 0 && (
        <ul className={classes.list} aria-label={t('connectors.list')}>
          {connectors.map((connector) => (
            <li key={connector.id}>
              <Icon name={connector.implementation === 'sql' ? 'database' : 'folder'} size={16} />
              <span className={classes.grow}>{connector.name}</span>
            </li>
          ))}
        </ul>
      )}
      <div className={classes.choices}>
        {state.hasSample && <SampleChoice project={project} />}
        <Choice icon="database" name={t('connectors.sql')} onClick={() => setKind('sql')} />
        <Choice icon="folder" name={t('connectors.s3')} onClick={() => setKind('s3')} />
      </div>
      <Problem error={goOn.error ?? skip.error} />
      <GoOnOrSkip isEmpty={connectors.length === 0} goOn={goOn} skip={skip} />
    </>
  );
}

type ChoiceProps = {
  icon: 'database' | 'folder' | 'sparkles';
  name: string;
  line?: string;
  isPending?: boolean;
  onClick: () => void;
};

function Choice({ icon, name, line, isPending = false, onClick }: ChoiceProps) {
  return (
    <button type="button" className={classes.choice} disabled={isPending} onClick={onClick}>
      <Icon name={icon} size={18} />
      <span>
        {name}
        {line && <span className={classes.note}>{line}</span>}
      </span>
    </button>
  );
}

function SampleChoice({ project }: { project: Project }) {
  const { t } = useTranslation('onboarding');
  const queryClient = useQueryClient();
  const connect = useMutation({
    mutationFn: () => api.call(sampleRoutes.connect, { params: { projectId: project.id } }),
    onSuccess: () => queryClient.invalidateQueries(projectsQuery),
  });
  return (
    <>
      <Choice
        icon="sparkles"
        name={t('connectors.sample')}
        line={t('connectors.sampleLine')}
        isPending={connect.isPending}
        onClick={() => connect.mutate()}
      />
      <Problem error={connect.error} />
    </>
  );
}
