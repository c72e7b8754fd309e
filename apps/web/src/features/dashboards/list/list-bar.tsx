import { NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import classes from './dashboards-page.module.css';
import { ALL, FAVORITES } from './list-choice.ts';

type ListBarProps = {
  search: string;
  onSearch: (search: string) => void;
  place: string;
  onPlace: (place: string) => void;
  folders: readonly string[];
  hasFavorites: boolean;
};

export function ListBar(props: ListBarProps) {
  const { search, onSearch, place, onPlace, folders, hasFavorites } = props;
  const { t } = useTranslation('dashboards');
  return (
    <div className={classes.bar}>
      <TextInput
        type="search"
        className={classes.search ?? ''}
        leftSection={<Icon name="search" size={15} />}
        placeholder={t('search')}
        aria-label={t('search')}
        value={search}
        onChange={({ currentTarget: { value } }) => onSearch(value)}
      />
      {(folders.length > 0 || hasFavorites) && (
        <NativeSelect
          aria-label={t('list.place')}
          value={place}
          data={[
            { value: ALL, label: t('list.all') },
            ...(hasFavorites ? [{ value: FAVORITES, label: t('list.favorites') }] : []),
            ...folders.map((folder) => ({ value: folder, label: folder.replaceAll('/', ' / ') })),
          ]}
          onChange={({ currentTarget: { value } }) => onPlace(value)}
        />
      )}
    </div>
  );
}
