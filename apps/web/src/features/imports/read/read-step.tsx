import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '#ui/error-state.tsx';
import { Icon } from '#ui/icon.tsx';
import { SkeletonTable } from '#ui/skeletons.tsx';
import type { StepProps } from '../import-flow.tsx';
import { previewQuery } from '../imports-query.ts';
import { ReadFields } from './read-fields.tsx';
import classes from './read-step.module.css';
import { ReadPreview } from './read-preview.tsx';
import { StepFooter } from '../step-footer.tsx';

/** How the file is read: what was found out about it, to be changed, with what comes of it beside. */
export function ReadStep({ connectorId, record, draft, onChange, onStep }: StepProps) {
  const { t } = useTranslation('imports');
  const preview = useQuery(previewQuery(connectorId, record.id, draft.read));
  return (
    <>
      <div className={classes.read}>
        <ReadFields
          chosen={draft.read}
          preview={preview.data}
          onChange={(read) => onChange({ read })}
        />
        <div className={classes.result} aria-busy={preview.isFetching}>
          {preview.isError && (
            <ErrorState
              error={preview.error}
              title={t('read.failed')}
              next={t('read.failedNext')}
              onRetry={() => void preview.refetch()}
              isRetrying={preview.isFetching}
              actions={
                <Button variant="default" onClick={() => onChange({ read: {} })}>
                  {t('read.detectAll')}
                </Button>
              }
            />
          )}
          {!preview.data && !preview.isError && <SkeletonTable rows={10} columns={5} />}
          {preview.data && !preview.isError && <ReadPreview preview={preview.data} />}
        </div>
      </div>
      <StepFooter>
        <Button
          rightSection={<Icon name="arrowRight" />}
          disabled={!preview.data || preview.isError || preview.data.columns.length === 0}
          onClick={() => onStep('map')}
        >
          {t('read.next')}
        </Button>
      </StepFooter>
    </>
  );
}
