import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Connector } from '#platform/current-project/projects-query.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { useImportHref } from '../import-address.ts';
import { recipesQuery } from '../imports-query.ts';
import classes from '../activity/lists.module.css';
import { RecipeLine } from './recipe-line.tsx';

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
