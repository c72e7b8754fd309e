import type { ImportRecord } from '@causeway/contract/imports/records.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Connector } from '#platform/current-project/projects-query.ts';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { CheckStep } from './check/check-step.tsx';
import { useImportAddress, useImportHref, type Step } from './import-address.ts';
import { isAtWork } from '#domain/transfers/list-query.ts';
import { importQuery } from './imports-query.ts';
import { JobView } from './run/job-view.tsx';
import { usePlanDraft } from './plan/kept-draft.ts';
import { MapStep } from './map/map-step.tsx';
import { tableNameOf } from './names.ts';
import type { PlanDraft } from './plan/plan-draft.ts';
import { ReadStep } from './read/read-step.tsx';
import { StepRail } from './step-rail.tsx';
import { UploadView } from './source/upload-view.tsx';

type ImportFlowProps = { projectId: string; connector: Connector; importId: string };

/** One import, wherever it is: on its way here, being prepared, at work, or over. */
export function ImportFlow({ projectId, connector, importId }: ImportFlowProps) {
  const { t } = useTranslation('imports');
  const record = useQuery(importQuery(connector.id, importId));
  return (
    <QueryView query={record} errorTitle={t('flow.failed')}>
      {(one) => <LoadedImport projectId={projectId} connectorId={connector.id} record={one} />}
    </QueryView>
  );
}

export type StepProps = {
  projectId: string;
  connectorId: string;
  record: ImportRecord;
  draft: PlanDraft;
  onChange: (change: Partial<PlanDraft>) => void;
  onStep: (step: Step) => void;
};

type LoadedImportProps = Pick<StepProps, 'projectId' | 'connectorId' | 'record'>;

function LoadedImport({ projectId, connectorId, record }: LoadedImportProps) {
  const openHref = useOpenHref();
  const importHref = useImportHref();
  const { step, schema, table } = useImportAddress();
  const [draft, change] = usePlanDraft(record, {
    ...(schema && { schema }),
    // Who comes from a table wants it there; others most likely bring something new.
    ...(table ? { table } : { target: 'new', table: tableNameOf(record.source) }),
  });
  const hrefOf = (next: Step) =>
    next === 'source'
      ? importHref({ schema, table })
      : importHref({ importId: record.id, step: next, schema, table });
  const isOpen = record.state !== 'uploading' && record.state !== 'done' && !isAtWork(record);
  const shown = isOpen ? step : record.state === 'uploading' ? 'source' : 'check';
  const props: StepProps = {
    projectId,
    connectorId,
    record,
    draft,
    onChange: change,
    onStep: (next) => openHref(hrefOf(next)),
  };
  return (
    <>
      <StepRail
        current={shown}
        hrefOf={(next) => (isOpen || next === 'source' ? hrefOf(next) : undefined)}
      />
      {record.state === 'uploading' && <UploadView connectorId={connectorId} record={record} />}
      {(isAtWork(record) || record.state === 'done') && (
        <JobView projectId={projectId} connectorId={connectorId} record={record} />
      )}
      {isOpen && shown === 'read' && <ReadStep {...props} />}
      {isOpen && shown === 'map' && <MapStep {...props} />}
      {isOpen && shown === 'check' && <CheckStep {...props} />}
    </>
  );
}
