import type { SavedView } from '@causeway/contract/tables/saved-views.ts';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#platform/i18n/error-text.ts';
import classes from './views-menu.module.css';

type ViewFormProps = {
  /** Undefined for a new one. */
  view: SavedView | undefined;
  mayShare: boolean;
  /** Only its owner takes back what is shared. */
  mustStay: boolean;
  onSave: (view: { name: string; isShared: boolean }) => Promise<void>;
  onCancel: () => void;
};

export function ViewForm({ view, mayShare, mustStay, onSave, onCancel }: ViewFormProps) {
  const { t } = useTranslation('tables');
  const [name, setName] = useState(view?.name ?? '');
  const [isShared, setIsShared] = useState(view?.isShared ?? false);
  const [isSaving, setIsSaving] = useState(false);
  const [error, setError] = useState<unknown>();

  async function save() {
    setIsSaving(true);
    setError(undefined);
    try {
      await onSave({ name: name.trim(), isShared });
    } catch (problem) {
      setError(problem);
      setIsSaving(false);
    }
  }

  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '') void save();
      }}
    >
      <TextInput
        data-autofocus
        label={t('views.name')}
        maxLength={120}
        value={name}
        error={error === undefined ? undefined : errorText(error)}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Checkbox
        size="xs"
        label={t('views.share')}
        description={
          mustStay
            ? t('views.mayNotUnshare')
            : t(mayShare ? 'views.shareLine' : 'views.mayNotShare')
        }
        disabled={mustStay || (!mayShare && !isShared)}
        checked={isShared}
        onChange={(event) => setIsShared(event.currentTarget.checked)}
      />
      <div className={classes.formActions}>
        <Button size="compact-sm" variant="default" onClick={onCancel}>
          {t('views.cancel')}
        </Button>
        <Button size="compact-sm" type="submit" loading={isSaving} disabled={name.trim() === ''}>
          {t(view ? 'views.apply' : 'views.save')}
        </Button>
      </div>
    </form>
  );
}
