import { Menu } from '@mantine/core';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import type { TileMenuEntryProps } from './tile-menu-entry.ts';
import { useEditorHref } from './use-editor-href.ts';

const Provenance = lazy(() => import('../provenance.tsx'));

export function ProvenanceEntry({ title, query, parameters, rows, show }: TileMenuEntryProps) {
  const { t } = useTranslation('dashboards');
  const editorHref = useEditorHref(query, parameters);
  const tell = () =>
    show((close) => (
      <Provenance
        title={title}
        query={query}
        parameters={parameters}
        result={rows.data}
        editorHref={editorHref}
        onClose={close}
      />
    ));
  return (
    <Menu.Item leftSection={<Icon name="info" />} onClick={tell}>
      {t('tile.provenance')}
    </Menu.Item>
  );
}
