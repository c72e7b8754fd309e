import type { ImportRecipe } from '@causeway/contract/imports/records.ts';
import { settingsNameOf } from '@causeway/contract/tables/names.ts';
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { AppLink, useOpenHref } from '#platform/navigation/app-link.tsx';
import { notifyError } from '#platform/notify-error.ts';
import { Icon } from '#ui/icon.tsx';
import { beginImport } from '../source/begin-import.ts';
import { useImportHref } from '../import-address.ts';
import { keepDraft } from '../plan/kept-draft.ts';
import classes from '../activity/lists.module.css';
import { draftOfPlan } from '../plan/plan-draft.ts';
import { removeRecipe } from './remove-recipe.ts';
import { RenameRecipe } from './rename-recipe.tsx';

type RecipeLineProps = { connectorId: string; recipe: ImportRecipe };

/** One recipe: run it on its object or on another file, give it another name, remove it. */
export function RecipeLine({ connectorId, recipe }: RecipeLineProps) {
  const { t } = useTranslation('imports');
  const { dateTime } = useFormats();
  const openHref = useOpenHref();
  const importHref = useImportHref();
  const { name, plan, source, updatedAt } = recipe;
  const [isRenaming, setIsRenaming] = useState(false);
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
        {isRenaming ? (
          <RenameRecipe
            connectorId={connectorId}
            recipe={recipe}
            onClose={() => setIsRenaming(false)}
          />
        ) : (
          <h2 className={classes.name}>{name}</h2>
        )}
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
        {source && (
          <Button
            size="compact-sm"
            variant="default"
            component={AppLink}
            href={importHref({ recipeId: recipe.id })}
          >
            {t('recipe.runFile')}
          </Button>
        )}
        <Tooltip label={t('recipe.rename', { name })}>
          <ActionIcon
            size={28}
            aria-label={t('recipe.rename', { name })}
            onClick={() => setIsRenaming(!isRenaming)}
          >
            <Icon name="rename" />
          </ActionIcon>
        </Tooltip>
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
