import { fileRoutes } from '@causeway/contract/sql/files.ts';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';

type FileChoiceProps = {
  connectorId: string;
  path: string | undefined;
  onChange: (path: string) => void;
};

const MOST_OFFERED = 100;

/** One file of a bucket that can be read as a table, found by part of its path. */
export function FileChoice({ connectorId, path, onChange }: FileChoiceProps) {
  const { t } = useTranslation('dashboards');
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed === path ? '' : typed, 200);
  const files = useQuery({
    queryKey: ['queries', connectorId, 'files', '', search],
    queryFn: ({ signal }) =>
      api.call(fileRoutes.list, { query: { connector: { id: connectorId }, search } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
  const paths = (files.data?.files ?? []).map((file) => file.path);
  return (
    <Select
      label={t('wizard.file')}
      placeholder={t('wizard.fileSearch')}
      nothingFoundMessage={t('wizard.noFiles')}
      searchable
      limit={MOST_OFFERED}
      maxDropdownHeight={320}
      data={path && !paths.includes(path) ? [path, ...paths] : paths}
      value={path ?? null}
      error={files.isError && t('wizard.filesFailed')}
      onSearchChange={setTyped}
      onChange={(value) => value !== null && onChange(value)}
    />
  );
}
