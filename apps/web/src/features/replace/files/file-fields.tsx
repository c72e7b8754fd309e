import { Autocomplete, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PlaceChoice } from '../place-choice.tsx';
import classes from '../replace-page.module.css';
import { SearchFields } from '../search-fields.tsx';
import type { FileDraft } from './file-address.ts';
import { foldersQuery } from './files-query.ts';

type FileFieldsProps = {
  connectorId: string;
  draft: FileDraft;
  onChange: (change: Partial<FileDraft>) => void;
};

/** In which files to look, for what, and what takes its place. */
export function FileFields({ connectorId, draft, onChange }: FileFieldsProps) {
  const { t } = useTranslation('replace');
  const folders = useQuery(foldersQuery(connectorId, draft.folder));
  return (
    <form
      className={classes.fields}
      aria-label={t('fields.label')}
      onSubmit={(event) => event.preventDefault()}
    >
      <PlaceChoice draft={draft} />
      <Autocomplete
        label={t('fields.folder')}
        placeholder={t('fields.everywhere')}
        classNames={{ input: classes.code }}
        data={folders.data ?? []}
        filter={({ options, search }) =>
          options.filter((one) => 'value' in one && one.value.startsWith(search))
        }
        value={draft.folder}
        onChange={(folder) => onChange({ folder })}
      />
      <TextInput
        label={t('fields.names')}
        description={t('fields.namesLine')}
        placeholder="*.md, config.*"
        classNames={{ input: classes.code }}
        spellCheck={false}
        value={draft.names}
        onChange={({ currentTarget: { value } }) => onChange({ names: value })}
      />
      <SearchFields draft={draft} patternLine={t('fields.patternInFiles')} onChange={onChange} />
    </form>
  );
}
