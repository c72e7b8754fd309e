import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Icon } from '#ui/icon.tsx';
import classes from './staff.module.css';

/** What is looked for is written down on the server, so it waits until somebody has typed it. */
export function useSearchField(label: string) {
  const { search: asked } = useSearch({ strict: false }) as { search?: unknown };
  const [text, setText] = useState(typeof asked === 'string' ? asked : '');
  const [search] = useDebouncedValue(text.trim(), 400);
  const field = (
    <div className={classes.bar}>
      <TextInput
        label={label}
        leftSection={<Icon name="search" />}
        className={classes.grow}
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </div>
  );
  return { search, field };
}
