import type { ImportSource } from '@causeway/contract/imports/records.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Connector } from '#platform/current-project/projects-query.ts';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Icon } from '#ui/icon.tsx';
import { BucketSource } from './bucket-source.tsx';
import { beginImport } from './begin-import.ts';
import { FileSource } from './file-source.tsx';
import { useImportAddress, useImportHref } from '../import-address.ts';
import { recipesQuery } from '../imports-query.ts';
import { keepDraft } from '../plan/kept-draft.ts';
import { PasteSource } from './paste-source.tsx';
import { draftOfPlan } from '../plan/plan-draft.ts';
import classes from './source-step.module.css';
import { StepRail } from '../step-rail.tsx';

/** Where the rows come from: a file, pasted text, an object of a bucket. */
export function SourceStep({ connector }: { connector: Connector }) {
  const { t } = useTranslation('imports');
  const openHref = useOpenHref();
  const importHref = useImportHref();
  const address = useImportAddress();
  const recipes = useQuery({
    ...recipesQuery(connector.id),
    enabled: address.recipeId !== undefined,
  });
  const recipe = recipes.data?.find(({ id }) => id === address.recipeId);
  const begin = useMutation({
    mutationFn: (input: { source: ImportSource; file?: Blob }) =>
      beginImport(connector.id, input.source, input.file),
    onSuccess: ({ id }) => {
      if (recipe) keepDraft(id, draftOfPlan(recipe.plan));
      const { schema, table } = address;
      openHref(importHref({ importId: id, step: recipe ? 'check' : 'read', schema, table }));
    },
  });
  const take = (file: File) =>
    begin.mutate({ source: { kind: 'upload', fileName: file.name, size: file.size }, file });
  return (
    <>
      <StepRail current="source" hrefOf={() => undefined} />
      {recipe && (
        <p className={classes.recipe}>
          <Icon name="receipt" /> {t('source.recipe', { name: recipe.name })}
        </p>
      )}
      {begin.isError && (
        <ErrorState error={begin.error} title={t('source.failed')} onRetry={() => begin.reset()} />
      )}
      <div className={classes.sources} aria-busy={begin.isPending}>
        <FileSource isBusy={begin.isPending} onFile={take} />
        <div className={classes.others}>
          <PasteSource isBusy={begin.isPending} onText={take} />
          <BucketSource
            isBusy={begin.isPending}
            onObject={(connectorId, key) =>
              begin.mutate({ source: { kind: 'bucket', connectorId, key } })
            }
          />
        </div>
      </div>
    </>
  );
}
