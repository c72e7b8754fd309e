import type { QueryRows, RunParameter } from '@causeway/contract/queries.ts';
import { ActionIcon, Menu } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { lazy, Suspense, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { saveBlob } from '#domain/exports/save-from.ts';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import { Icon } from '#ui/icon.tsx';
import type { ReadyQuery } from './ready-tile.tsx';
import { takePicture } from './tile-picture.ts';
import { writeCsv } from './write-csv.ts';

const Provenance = lazy(() => import('./provenance.tsx'));

type TileMenuProps = {
  title: string;
  query: ReadyQuery;
  parameters: RunParameter[];
  rows: UseQueryResult<QueryRows>;
  frame: RefObject<HTMLElement | null>;
  /** There is a drawing in the frame. */
  hasPicture: boolean;
};

/** What can be done with what a tile shows. */
export function TileMenu(props: TileMenuProps) {
  const { title, query, parameters, rows, frame, hasPicture } = props;
  const { t } = useTranslation('dashboards');
  const openHref = useOpenHref();
  const { project } = useCurrentProject();
  const [isTelling, setIsTelling] = useState(false);
  const { data } = rows;
  const scope = new URLSearchParams({
    projectId: project?.id ?? '',
    connectorId: query.connectorId,
    query: query.id,
    ...(parameters.length > 0 && { values: JSON.stringify(parameters) }),
  });
  const editorHref = `/sql/editor?${scope.toString()}`;

  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon size={24} variant="subtle" aria-label={t('tile.menu', { name: title })}>
            <Icon name="more" size={15} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<Icon name="refresh" />}
            disabled={rows.isFetching}
            onClick={() => void rows.refetch()}
          >
            {t('tile.refresh')}
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="info" />} onClick={() => setIsTelling(true)}>
            {t('tile.provenance')}
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="code" />} onClick={() => openHref(editorHref)}>
            {t('tile.openQuery')}
          </Menu.Item>
          {data && (
            <Menu.Item
              leftSection={<Icon name="download" />}
              onClick={() =>
                saveBlob(new Blob([writeCsv(data)], { type: 'text/csv' }), `${title}.csv`)
              }
            >
              {data.hasMore ? t('tile.csvCut', { count: data.rows.length }) : t('tile.csv')}
            </Menu.Item>
          )}
          {data && hasPicture && (
            <Menu.Item
              leftSection={<Icon name="image" />}
              onClick={() => {
                if (frame.current)
                  takePicture(frame.current, (blob) => saveBlob(blob, `${title}.png`));
              }}
            >
              {t('tile.png')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {isTelling && (
        <Suspense fallback={null}>
          <Provenance
            title={title}
            query={query}
            parameters={parameters}
            result={data}
            editorHref={editorHref}
            onClose={() => setIsTelling(false)}
          />
        </Suspense>
      )}
    </>
  );
}
