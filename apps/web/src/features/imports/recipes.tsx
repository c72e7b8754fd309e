import { importRoutes, type ImportRecipe } from '@causeway/contract/imports.ts';
import { settingsNameOf } from '@causeway/contract/table-names.ts';
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';
import type { Connector } from '#platform/current-project/projects-query.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { AppLink, useOpenHref } from '#platform/navigation/app-link.tsx';
import { notifyError } from '#platform/notify-error.ts';
import { importKey } from '#platform/transfers/transfer-keys.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Icon } from '#ui/icon.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { showUndo } from '#ui/show-undo.tsx';
import { beginImport } from './begin-import.ts';
import { useImportHref } from './import-address.ts';
import { recipesQuery } from './imports-query.ts';
import { keepDraft } from './kept-draft.ts';
import { draftOfPlan } from './plan-draft.ts';
import classes from './lists.module.css';

/** Imports that were saved to be run again, from the same object of a bucket or with a new file. */
export function Recipes({ connector }: { connector: Connector }) {
  const { t } = useTranslation('imports');
  const importHref = useImportHref();
  const recipes = useQuery(recipesQuery(connector.id));
  return (
    <QueryView
      query={recipes}
      errorTitle={t('recipe.failed')}
      empty={
        <EmptyState
          icon="receipt"
          title={t('recipe.none')}
          line={t('recipe.noneLine')}
          action={
            <Button component={AppLink} href={importHref({})}>
              {t('recipe.noneAction')}
            </Button>
          }
        />
      }
    >
      {(list) => (
        <ul className={classes.list}>
          {list.map((recipe) => (
            <RecipeLine key={recipe.id} connectorId={connector.id} recipe={recipe} />
          ))}
        </ul>
      )}
    </QueryView>
  );
}

function RecipeLine({ connectorId, recipe }: { connectorId: string; recipe: ImportRecipe }) {
  const { t } = useTranslation('imports');
  const { dateTime } = useFormats();
  const openHref = useOpenHref();
  const importHref = useImportHref();
  const { name, plan, source, updatedAt } = recipe;
  const run = useMutation({
    mutationFn: async () => {
      if (!source) return openHref(importHref({ recipeId: recipe.id }));
      const { id } = await beginImport(connectorId, source);
      keepDraft(id, draftOfPlan(plan));
      openHref(importHref({ importId: id, step: 'check' }));
    },
    onError: notifyError,
  });
  return (
    <li className={classes.line}>
      <span className={classes.mark}>
        <Icon name="receipt" />
      </span>
      <div className={classes.words}>
        <h2 className={classes.name}>{name}</h2>
        <p className={classes.facts}>
          {[
            t(`format.${plan.read.format}`),
            t(`summary.${plan.target.kind}`, { name: settingsNameOf(plan.target) }),
            ...(plan.mode.kind === 'insert'
              ? []
              : [`${t('summary.mode')}: ${t(`mode.${plan.mode.kind}`)}`]),
            source ? t('recipe.from', { key: source.key }) : t('recipe.fromFile'),
            dateTime(updatedAt),
          ].join(' · ')}
        </p>
      </div>
      <div className={classes.actions}>
        <Button size="compact-sm" loading={run.isPending} onClick={() => run.mutate()}>
          {t(source ? 'recipe.run' : 'recipe.runFile')}
        </Button>
        <Tooltip label={t('recipe.remove', { name })}>
          <ActionIcon
            size={28}
            aria-label={t('recipe.remove', { name })}
            onClick={() => void removeRecipe(connectorId, recipe, t('recipe.removed', { name }))}
          >
            <Icon name="trash" />
          </ActionIcon>
        </Tooltip>
      </div>
    </li>
  );
}

/** Gone at once, and back with one click: it is saved again as it was. */
async function removeRecipe(
  connectorId: string,
  { id, name, plan, source }: ImportRecipe,
  message: string,
): Promise<void> {
  const connector = { id: connectorId };
  const refresh = () =>
    queryClient.invalidateQueries({ queryKey: importKey(connectorId, 'recipes') });
  try {
    await api.call(importRoutes.removeRecipe, { params: { recipeId: id }, query: { connector } });
    await refresh();
    await showUndo(message, async () => {
      await api
        .call(importRoutes.createRecipe, { body: { connector, name, plan, source } })
        .catch(notifyError);
      await refresh();
    });
  } catch (error) {
    await notifyError(error);
  }
}
