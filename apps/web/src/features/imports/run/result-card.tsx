import type { ImportPlan } from '@causeway/contract/imports/plan.ts';
import type { ImportRecord } from '@causeway/contract/imports/records.ts';
import { settingsNameOf } from '@causeway/contract/tables/names.ts';
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queryClient } from '#platform/api/query-client.ts';
import { tablePath } from '#domain/connectors/table-path.ts';
import { useScopedHref } from '#platform/current-project/use-current-project.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { Icon } from '#ui/icon.tsx';
import { Counts } from '../check/counts.tsx';
import { useImportHref } from '../import-address.ts';
import { fileNameOf } from '../names.ts';
import classes from '../check/outcome.module.css';
import { Rejects } from '../check/rejects.tsx';
import { RevertImport } from './revert-import.tsx';
import { SaveRecipe } from '../recipes/save-recipe.tsx';

type ResultCardProps = { projectId: string; connectorId: string; record: ImportRecord };

/** An import that was written: figures, what was refused, and the way back. */
export function ResultCard({ projectId, connectorId, record }: ResultCardProps) {
  const { t } = useTranslation('imports');
  const { dateTime } = useFormats();
  const scopedHref = useScopedHref();
  const importHref = useImportHref();
  const [isSaving, setIsSaving] = useState(false);
  const { plan, result, endedAt, source } = record;
  useNewTable(projectId, connectorId, result?.createdTable ?? false);
  if (!plan || !result) return null;
  return (
    <section className={classes.outcome} data-good aria-label={t('result.label')}>
      <h2 className={classes.title}>
        <Icon name="success" />
        {t(result.createdTable ? 'result.created' : 'result.written', {
          name: settingsNameOf(plan.target),
        })}
      </h2>
      <p className={classes.line}>
        {[fileNameOf(source), ...(endedAt ? [dateTime(endedAt)] : [])].join(' · ')}
      </p>
      <Counts result={result} isDryRun={false} />
      <div className={classes.buttons}>
        {!result.droppedTable && (
          <Button component={AppLink} href={scopedHref(tablePath(plan.target))}>
            {t('result.open')}
          </Button>
        )}
        <Button component={AppLink} variant="default" href={importHref({})}>
          {t('result.another')}
        </Button>
        <Button
          variant="default"
          leftSection={<Icon name="receipt" />}
          onClick={() => setIsSaving(!isSaving)}
        >
          {t('recipe.save')}
        </Button>
        {result.changeSetId && (
          <RevertImport
            projectId={projectId}
            connectorId={connectorId}
            changeSetId={result.changeSetId}
            record={record}
          />
        )}
      </div>
      {isSaving && (
        <SaveRecipe
          connectorId={connectorId}
          plan={forNextFile(plan)}
          source={source}
          onClose={() => setIsSaving(false)}
        />
      )}
      {result.rejected > 0 && (
        <Rejects connectorId={connectorId} record={record} count={result.rejected} />
      )}
    </section>
  );
}

/** The table is there now: the next file goes into it. */
function forNextFile(plan: ImportPlan): ImportPlan {
  const { kind, schema, table } = plan.target;
  return kind === 'new' ? { ...plan, target: { kind: 'existing', schema, table } } : plan;
}

/** A table that was made belongs into every list of tables. */
function useNewTable(projectId: string, connectorId: string, isNew: boolean): void {
  useEffect(() => {
    if (!isNew) return;
    void queryClient.invalidateQueries({ queryKey: ['connectors', projectId, connectorId] });
  }, [projectId, connectorId, isNew]);
}
