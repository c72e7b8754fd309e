import { ActionIcon, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import classes from './name-filter.module.css';

const PAUSE_MS = 200;

type NameFilterProps = { name: string; onName: (name: string) => void };

/** Filters as one types; the address follows when the typing pauses. */
export function NameFilter({ name, onName }: NameFilterProps) {
  const { t } = useTranslation('storage');
  const [typed, setTyped] = useState(name);
  const [told, setTold] = useState(name);
  const tell = useDebouncedCallback((text: string) => {
    setTold(text);
    onName(text);
  }, PAUSE_MS);
  // Going back, or a cleared filter, changes the address from elsewhere.
  if (name !== told) {
    setTold(name);
    setTyped(name);
  }
  function change(text: string) {
    setTyped(text);
    tell(text);
  }
  return (
    <TextInput
      className={classes.filter}
      size="xs"
      aria-label={t('filter.label')}
      placeholder={t('filter.label')}
      leftSection={<Icon name="filter" size={14} />}
      rightSection={
        typed !== '' && (
          <ActionIcon size={20} aria-label={t('filter.clear')} onClick={() => change('')}>
            <Icon name="close" size={12} />
          </ActionIcon>
        )
      }
      value={typed}
      onChange={(event) => change(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') change('');
      }}
    />
  );
}
