import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { scopedHref, useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import { type SearchDraft, writeSearchDraft } from './search-address.ts';

/** In which database or bucket; what is looked for goes along to another. */
export function PlaceChoice({ draft }: { draft: SearchDraft }) {
  const { t } = useTranslation('replace');
  const { project, connector } = useCurrentProject();
  const openHref = useOpenHref();
  const places = project?.connectors ?? [];
  if (!connector || places.length < 2) return null;

  function choose(id: string) {
    const search = new URLSearchParams();
    writeSearchDraft(draft, search);
    const place = places.find((one) => one.id === id);
    openHref(`${scopedHref('/sql/replace', project, place)}&${search}`);
  }

  return (
    <NativeSelect
      label={t('fields.place')}
      data={places.map(({ id, name, implementation }) => ({
        value: id,
        label: t(implementation === 'sql' ? 'fields.rowsOf' : 'fields.filesOf', { name }),
      }))}
      value={connector.id}
      onChange={({ currentTarget: { value } }) => choose(value)}
    />
  );
}
