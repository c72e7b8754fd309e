import { useElementSize } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { type GridRow, cellIn } from '../edits/grid-rows.ts';
import type { TablePage } from '../table/use-table-page.ts';
import { type CardPlace, CardsGrid } from './cards-grid.tsx';
import { RowCard } from './row-card.tsx';
import { RowPicture } from './row-picture.tsx';
import { findWayColumns, listPictureColumns } from './way-columns.ts';
import { ColumnChoice, WayBar } from './way-bar.tsx';
import cardClasses from './card.module.css';
import classes from './ways.module.css';

const CARD_WIDTH = 280;
const MOST_FIELDS = 8;
const FIELD_HEIGHT = 20;
const PICTURE_HEIGHT = 160;
const CARD_EDGES = 54;

/** Rows as cards beside each other, each with its picture where there is one. */
export default function Gallery({ page }: { page: TablePage }) {
  const { t } = useTranslation('ways');
  const { ref, width } = useElementSize();
  const { project } = useCurrentProject();
  const { view, details, columns, rows, loaded, handlers } = page;
  const { title, picture } = findWayColumns({ columns, details, way: view.way });
  const buckets = project?.connectors.filter(({ implementation }) => implementation === 's3') ?? [];
  const bucket = buckets.find(({ id }) => id === view.way.bucket) ?? buckets[0];
  const fields = columns.shown
    .filter((column) => column !== title && column !== picture)
    .slice(0, MOST_FIELDS);
  const choose = (change: object) => handlers.change({ way: { ...view.way, ...change } });

  function draw(row: GridRow, place: CardPlace) {
    // A new row is there before the database has it.
    const isThere = row.cells !== undefined || row.change !== undefined;
    if (!isThere) return <div className={cardClasses.card} />;
    return (
      <RowCard
        connectorId={page.connector.id}
        {...{ row, title, fields }}
        href={page.links.pageOf(row)}
        lead={
          picture && <RowPicture text={String(cellIn(row, picture) ?? '')} bucketId={bucket?.id} />
        }
        {...place}
        onOpen={() => title && handlers.openValue(row, title.name)}
      />
    );
  }

  return (
    <div className={classes.way} data-way>
      <WayBar label={t('gallery.by')}>
        <ColumnChoice
          label={t('gallery.picture')}
          value={picture?.name ?? ''}
          choices={listPictureColumns(columns.all)}
          none={t('gallery.none')}
          onChange={(chosen) => choose({ picture: chosen })}
        />
        {picture && bucket && (
          <ColumnChoice
            label={t('gallery.bucket')}
            value={bucket.id}
            choices={buckets.map(({ id, name }) => ({ name: id, label: name }))}
            onChange={(chosen) => choose({ bucket: chosen })}
          />
        )}
        <ColumnChoice
          label={t('title')}
          value={title?.name ?? ''}
          choices={columns.all}
          onChange={(chosen) => choose({ title: chosen })}
        />
      </WayBar>
      <div ref={ref} className={classes.gallery}>
        {/* How many stand beside each other is known with the width. */}
        {width > 0 && (
          <CardsGrid
            label={page.title}
            rows={rows}
            isOutdated={loaded.isOutdated}
            perLine={Math.max(1, Math.floor(width / CARD_WIDTH))}
            lineHeight={fields.length * FIELD_HEIGHT + CARD_EDGES + (picture ? PICTURE_HEIGHT : 0)}
            render={draw}
            onRange={handlers.showRange}
          />
        )}
      </div>
    </div>
  );
}
