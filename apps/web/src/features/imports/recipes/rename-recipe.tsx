import { importRoutes } from '@causeway/contract/imports/imports.ts';
import type { ImportRecipe } from '@causeway/contract/imports/records.ts';
import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { importKey } from '#domain/transfers/transfer-keys.ts';
import classes from '../activity/lists.module.css';

type RenameRecipeProps = { connectorId: string; recipe: ImportRecipe; onClose: () => void };

export function RenameRecipe({ connectorId, recipe, onClose }: RenameRecipeProps) {
  const { t } = useTranslation('imports');
  const [name, setName] = useState(recipe.name);
  const rename = useMutation({
    mutationFn: () =>
      api.call(importRoutes.updateRecipe, {
        params: { recipeId: recipe.id },
        body: { connector: { id: connectorId }, name: name.trim() },
      }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: importKey(connectorId, 'recipes') });
      onClose();
    },
  });
  return (
    <form
      className={classes.rename}
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '') rename.mutate();
      }}
    >
      <TextInput
        autoFocus
        size="xs"
        className={classes.renameField}
        aria-label={t('recipe.name')}
        maxLength={200}
        value={name}
        error={rename.isError && errorText(rename.error)}
        onChange={({ currentTarget: { value } }) => setName(value)}
        onKeyDown={({ key }) => {
          if (key === 'Escape') onClose();
        }}
      />
      <Button type="submit" size="xs" loading={rename.isPending} disabled={name.trim() === ''}>
        {t('recipe.saveNow')}
      </Button>
      <Button size="xs" variant="default" onClick={onClose}>
        {t('recipe.cancel')}
      </Button>
    </form>
  );
}
