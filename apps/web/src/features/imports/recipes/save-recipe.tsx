import type { ImportPlan } from '@causeway/contract/imports/plan.ts';
import { importRoutes } from '@causeway/contract/imports/imports.ts';
import type { ImportSource } from '@causeway/contract/imports/records.ts';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { importKey } from '#domain/transfers/transfer-keys.ts';
import { loadNotifications } from '#ui/notifications.ts';
import { fileNameOf } from '../names.ts';
import classes from '../check/outcome.module.css';

type SaveRecipeProps = {
  connectorId: string;
  plan: ImportPlan;
  source: ImportSource;
  onClose: () => void;
};

/** Keeps how a file is read, mapped and written; the next file of its kind then takes two clicks. */
export function SaveRecipe({ connectorId, plan, source, onClose }: SaveRecipeProps) {
  const { t } = useTranslation('imports');
  const [name, setName] = useState(fileNameOf(source));
  const [keepsSource, setKeepsSource] = useState(source.kind === 'bucket');
  const save = useMutation({
    mutationFn: () =>
      api.call(importRoutes.createRecipe, {
        body: {
          connector: { id: connectorId },
          name: name.trim(),
          plan,
          source: source.kind === 'bucket' && keepsSource ? source : null,
        },
      }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: importKey(connectorId, 'recipes') });
      onClose();
      const notifications = await loadNotifications();
      notifications.show({ message: t('recipe.saved', { name: name.trim() }) });
    },
  });
  return (
    <form
      className={classes.recipe}
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '') save.mutate();
      }}
    >
      <TextInput
        autoFocus
        className={classes.recipeName}
        label={t('recipe.name')}
        description={t('recipe.nameLine')}
        maxLength={200}
        value={name}
        error={save.isError && errorText(save.error)}
        onChange={({ currentTarget: { value } }) => setName(value)}
      />
      {source.kind === 'bucket' && (
        <Checkbox
          size="xs"
          label={t('recipe.keepSource', { key: source.key })}
          checked={keepsSource}
          onChange={({ currentTarget: { checked } }) => setKeepsSource(checked)}
        />
      )}
      <Button type="submit" loading={save.isPending} disabled={name.trim() === ''}>
        {t('recipe.saveNow')}
      </Button>
      <Button variant="default" onClick={onClose}>
        {t('recipe.cancel')}
      </Button>
    </form>
  );
}
