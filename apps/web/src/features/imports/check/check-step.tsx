import { importRoutes } from '@causeway/contract/imports/imports.ts';
import type { ImportRecord, ImportResult } from '@causeway/contract/imports/records.ts';
import type { ImportPlan } from '@causeway/contract/imports/plan.ts';
import { Button, Radio } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { Icon } from '#ui/icon.tsx';
import { SkeletonLines } from '#ui/skeletons.tsx';
import classes from './check-step.module.css';
import type { StepProps } from '../import-flow.tsx';
import { keepImport } from '../imports-query.ts';
import { Outcome } from './outcome.tsx';
import { PlanProblems } from '../plan/plan-problems.tsx';
import { PlanSummary } from '../plan/plan-summary.tsx';
import { isSame } from '../plan/same.ts';
import { SaveRecipe } from '../recipes/save-recipe.tsx';
import { StepFooter } from '../step-footer.tsx';
import { usePlan } from '../plan/use-plan.ts';

/** A dry run over the whole file, and the run itself; both tell every row that does not do. */
export function CheckStep(props: StepProps) {
  const { connectorId, record, draft, onChange, onStep } = props;
  const { t } = useTranslation('imports');
  const [isSaving, setIsSaving] = useState(false);
  const { preview, table, made } = usePlan(props);
  const run = useMutation({
    mutationFn: ({ plan, dryRun }: { plan: ImportPlan; dryRun: boolean }) =>
      api.call(importRoutes.run, {
        params: { importId: record.id },
        body: { connector: { id: connectorId }, plan, dryRun },
      }),
    onSuccess: (started) => keepImport(connectorId, started),
  });
  const error = preview.error ?? table.error ?? run.error;
  const isReady = made !== undefined && made.problems.length === 0 && !table.isLoading;
  const start = (dryRun: boolean) => made && run.mutate({ plan: made.plan, dryRun });
  // What a run found counts only for the choices it was made with; what to do about it is another.
  const isCurrent =
    made !== undefined &&
    record.plan !== null &&
    isSame({ ...record.plan, onBadRows: 'stop' }, { ...made.plan, onBadRows: 'stop' });
  const found = isCurrent ? record.result : null;
  const hasChoice =
    draft.onBadRows === 'stop' &&
    found !== null &&
    found.rejected > 0 &&
    found.rejected < found.rowsRead;
  return (
    <>
      <div className={classes.check}>
        {made ? (
          <PlanSummary
            record={record}
            plan={made.plan}
            columnCount={preview.data?.columns.length ?? 0}
          />
        ) : (
          !error && <SkeletonLines />
        )}
        <Radio.Group
          label={t('badRows.label')}
          value={draft.onBadRows}
          onChange={(value) => onChange({ onBadRows: value === 'skip' ? 'skip' : 'stop' })}
        >
          <div className={classes.choices}>
            {(['stop', 'skip'] as const).map((value) => (
              <Radio
                key={value}
                size="xs"
                value={value}
                label={t(`badRows.${value}`)}
                description={t(`badRows.${value}Line`)}
              />
            ))}
          </div>
        </Radio.Group>
        {error && <ErrorState error={error} title={t('check.failed')} />}
        {record.state !== 'ready' && (
          <Outcome
            connectorId={connectorId}
            record={record}
            isOutdated={made !== undefined && record.result !== null && !isCurrent}
            onLeaveOut={hasChoice ? () => onChange({ onBadRows: 'skip' }) : undefined}
          />
        )}
        {made && isSaving && (
          <SaveRecipe
            connectorId={connectorId}
            plan={made.plan}
            source={record.source}
            onClose={() => setIsSaving(false)}
          />
        )}
      </div>
      <StepFooter>
        <PlanProblems problems={made?.problems ?? []} />
        <Button
          variant="subtle"
          color="gray"
          leftSection={<Icon name="receipt" />}
          disabled={!isReady}
          onClick={() => setIsSaving(!isSaving)}
        >
          {t('recipe.save')}
        </Button>
        <Button variant="default" onClick={() => onStep('map')}>
          {t('back')}
        </Button>
        <Button
          variant="default"
          loading={run.isPending && run.variables.dryRun}
          disabled={!isReady || run.isPending}
          onClick={() => start(true)}
        >
          {t('check.dryRun')}
        </Button>
        <RunButton
          result={found}
          plan={made?.plan}
          isLoading={run.isPending && !run.variables.dryRun}
          isDisabled={!isReady || run.isPending}
          onRun={() => start(false)}
        />
      </StepFooter>
    </>
  );
}

type RunButtonProps = {
  /** Of a run that was made with the very same choices. */
  result: ImportRecord['result'];
  plan: ImportPlan | undefined;
  isLoading: boolean;
  isDisabled: boolean;
  onRun: () => void;
};

/** Names the number once it is known; what was refused is not tried again as it is. */
function RunButton({ result, plan, isLoading, isDisabled, onRun }: RunButtonProps) {
  const { t } = useTranslation('imports');
  const { number } = useFormats();
  const isRefused = result !== null && result.rejected > 0 && plan?.onBadRows === 'stop';
  const count = result && plan ? findWritten(result, plan) : undefined;
  return (
    <Button
      loading={isLoading}
      disabled={isDisabled || isRefused || count === 0}
      onClick={onRun}
      leftSection={<Icon name="upload" />}
    >
      {count !== undefined && count > 0 && !isRefused
        ? t('check.runRows', { count, number: number(count) })
        : t('check.run')}
    </Button>
  );
}

/** How many rows a run would write; among refused rows nobody knows which keys are there already. */
function findWritten(result: ImportResult, { mode }: ImportPlan): number | undefined {
  if (result.rejected === 0) return result.inserted + result.updated;
  return mode.kind === 'insert' ? result.rowsRead - result.rejected : undefined;
}
