import type { RunDetails } from '@causeway/contract/automations/run-shapes.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { workflowQuery } from '#domain/workflows/workflows-query.ts';
import { Icon } from '#ui/icon.tsx';

type RerunButtonsProps = {
  projectId: string;
  run: Pick<RunDetails, 'workflowId' | 'version'>;
  isPending: boolean;
  onRerun: (version: 'same' | 'current') => void;
};

/** Whoever mended the workflow since means the version that runs now, and may still mean the other. */
export function RerunButtons({ projectId, run, isPending, onRerun }: RerunButtonsProps) {
  const { t } = useTranslation('history');
  const { data } = useQuery(workflowQuery(projectId, run.workflowId));
  const current = data?.version ?? run.version;
  const icon = <Icon name="refresh" size={15} />;
  if (current === run.version) {
    return (
      <Button leftSection={icon} loading={isPending} onClick={() => onRerun('same')}>
        {t('run.rerun')}
      </Button>
    );
  }
  return (
    <>
      <Button variant="default" disabled={isPending} onClick={() => onRerun('same')}>
        {t('run.rerunWith', { version: run.version })}
      </Button>
      <Button leftSection={icon} loading={isPending} onClick={() => onRerun('current')}>
        {t('run.rerunWith', { version: current })}
      </Button>
    </>
  );
}
