import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSettings } from '#platform/settings/use-settings.ts';
import { Icon } from '#ui/icon.tsx';
import { tablesQuery, type Source } from '../tables-query.ts';

/** More suggestions than this are not read; typing on finds the rest. */
const MOST_SUGGESTED = 30;

type TableSearchProps = { source: Source; schema: string; onFind: (table: string) => void };

/** Finds a table by its name or alias. */
export function TableSearch({ source, schema, onFind }: TableSearchProps) {
  const { t } = useTranslation('tables');
  const { showRawNames } = useSettings();
  const [text, setText] = useState('');
  const { data } = useQuery(tablesQuery(source, schema));
  const options = useMemo(
    () =>
      data?.tables.map(({ name, label }) => ({ value: name, label: showRawNames ? name : label })),
    [data, showRawNames],
  );
  return (
    <Select
      size="xs"
      w={190}
      searchable
      value={null}
      searchValue={text}
      onSearchChange={setText}
      aria-label={t('tables.search')}
      placeholder={t('tables.search')}
      leftSection={<Icon name="search" size={14} />}
      rightSection={null}
      limit={MOST_SUGGESTED}
      data={options ?? []}
      nothingFoundMessage={t('tables.noMatch')}
      comboboxProps={{ width: 260, position: 'bottom-start' }}
      onChange={(table) => {
        setText('');
        if (table !== null) onFind(table);
      }}
    />
  );
}
