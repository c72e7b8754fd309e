import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '#ui/error-state.tsx';
import { Icon } from '#ui/icon.tsx';
import { SkeletonTable } from '#ui/skeletons.tsx';
import { AnalysisLine } from './analysis-line.tsx';
import type { StepProps } from '../import-flow.tsx';
import { analyseQuery } from '../imports-query.ts';
import { listKeys } from '../plan/make-plan.ts';
import classes from './map-step.module.css';
import { MappingTable } from './mapping-table.tsx';
import { ModeChoice } from './mode-choice.tsx';
import { withColumn } from '../plan/plan-draft.ts';
import { PlanProblems } from '../plan/plan-problems.tsx';
import { plainReadOptions } from '@causeway/contract/imports/plan.ts';
import { StepFooter } from '../step-footer.tsx';
import { TargetChoice } from './target-choice.tsx';
import { usePlan } from '../plan/use-plan.ts';

/** Which column goes where, as what, and what happens to rows whose key is there already. */
export function MapStep(props: StepProps) {
  const { projectId, connectorId, record, draft, onChange, onStep } = props;
  const { t } = useTranslation('imports');
  const { preview, table, details, analysis, mapped, made } = usePlan(props);
  const analyse = useQuery({
    ...analyseQuery(connectorId, record.id, preview.data?.read ?? plainReadOptions),
    enabled: preview.data !== undefined && !preview.isPlaceholderData && analysis === undefined,
  });
  const error = preview.error ?? (draft.target === 'existing' ? table.error : null);
  return (
    <>
      <div className={classes.map}>
        <TargetChoice
          source={{ projectId, connectorId }}
          draft={draft}
          mapped={mapped}
          onChange={onChange}
        />
        {draft.target === 'existing' && details && (
          <ModeChoice draft={draft} keys={listKeys(details)} onChange={onChange} />
        )}
        {error && <ErrorState error={error} title={t('map.failed')} />}
        <AnalysisLine analysis={analysis} error={analyse.error} />
        {preview.data ? (
          <MappingTable
            mapped={mapped}
            rows={preview.data.rows}
            target={draft.target}
            tableColumns={details?.columns ?? []}
            nullWords={preview.data.read.nullWords}
            onColumn={(from, choice) => onChange(withColumn(draft, from, choice))}
            onNullWord={(word) =>
              onChange({
                read: { ...draft.read, nullWords: [...preview.data.read.nullWords, word] },
              })
            }
          />
        ) : (
          !error && <SkeletonTable rows={6} columns={5} />
        )}
      </div>
      <StepFooter>
        <PlanProblems problems={made?.problems ?? []} />
        <Button variant="default" onClick={() => onStep('read')}>
          {t('back')}
        </Button>
        <Button
          rightSection={<Icon name="arrowRight" />}
          disabled={!made || made.problems.length > 0 || (draft.target === 'existing' && !details)}
          onClick={() => onStep('check')}
        >
          {t('map.next')}
        </Button>
      </StepFooter>
    </>
  );
}
