import type { SchemaDiagram } from '@causeway/contract/tables/diagram.ts';
import { settingsNameOf } from '@causeway/contract/tables/names.ts';
import { ActionIcon, Button, SegmentedControl, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ReactFlowProvider } from '@xyflow/react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ToConnector } from '#domain/connectors/to-connector.tsx';
import type { Connector } from '#platform/current-project/projects-query.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { useSettings } from '#platform/settings/use-settings.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { fillPage } from '#ui/fill-page.ts';
import { Icon } from '#ui/icon.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { SkeletonTable } from '#ui/skeletons.tsx';
import pageClasses from '../table/table-view-page.module.css';
import toolbarClasses from '../table/table-toolbar.module.css';
import { TablesTools } from '../list/tables-tools.tsx';
import { ChooseTable } from './choose-table.tsx';
import DiagramCanvas from './diagram-canvas.tsx';
import { layOut } from './diagram-layout.ts';
import { diagramQuery } from './diagram-query.ts';
import classes from './diagram.module.css';
import { ReferenceList } from './reference-list.tsx';
import { TableSearch } from './table-search.tsx';
import { useDiagramLook } from './use-diagram-look.ts';

type DiagramViewProps = { projectId: string; connector: Connector; shownSchema: string };

/** The tables of a schema as a picture of their references, or one table and those around it. */
export default function DiagramView({ projectId, connector, shownSchema }: DiagramViewProps) {
  const { t } = useTranslation('tables');
  const { look, hrefOf, changeLook } = useDiagramLook(shownSchema);
  const [wanted, setWanted] = useState<{ id: string }>();
  const source = { projectId, connectorId: connector.id };
  const diagram = useQuery(diagramQuery(source, look));
  const { schema, focus, columns } = look;

  /** What is on the canvas is gone to, anything else is drawn anew around the table. */
  function find(table: string) {
    const isDrawn = diagram.data?.tables.some((one) => one.schema === schema && one.name === table);
    if (isDrawn) setWanted({ id: settingsNameOf({ schema, table }) });
    else changeLook({ focus: table });
  }

  return (
    <div className={pageClasses.page} ref={fillPage}>
      <header className={toolbarClasses.toolbar}>
        <div className={toolbarClasses.path}>
          <h1 className={toolbarClasses.title}>{connector.name}</h1>
          {focus !== undefined && (
            <FocusedTable
              name={focus}
              diagram={diagram.data}
              wholeHref={hrefOf({ focus: undefined })}
            />
          )}
        </div>
        <div className={classes.viewTools}>
          <TablesTools source={source} />
          <Tooltip label={t('refresh')}>
            <ActionIcon
              variant="default"
              size={30}
              aria-label={t('refresh')}
              loading={diagram.isRefetching}
              onClick={() => void diagram.refetch()}
            >
              <Icon name="refresh" />
            </ActionIcon>
          </Tooltip>
          <SegmentedControl
            size="xs"
            aria-label={t('diagram.columns')}
            value={columns}
            onChange={(next) => changeLook({ columns: next === 'all' ? 'all' : 'keys' })}
            data={[
              { value: 'keys', label: t('diagram.keys') },
              { value: 'all', label: t('diagram.all') },
            ]}
          />
          <TableSearch source={source} schema={schema} onFind={find} />
        </div>
      </header>
      <div className={classes.frame} data-outdated={diagram.isPlaceholderData || undefined}>
        <QueryView
          query={diagram}
          skeleton={<SkeletonTable rows={12} columns={4} />}
          errorTitle={t('tables.failed')}
          errorActions={<ToConnector error={diagram.error} />}
          isEmpty={({ total }) => total === 0}
          empty={<EmptyState icon="table" title={t('tables.none')} line={t('tables.noneLine')} />}
        >
          {(data) =>
            data.tables.length === 0 ? (
              <ChooseTable diagram={data} hrefOf={(table) => hrefOf({ focus: table })} />
            ) : (
              <Picture
                diagram={data}
                focusId={focus && settingsNameOf({ schema, table: focus })}
                wanted={wanted}
              />
            )
          }
        </QueryView>
      </div>
    </div>
  );
}

type PictureProps = {
  diagram: SchemaDiagram;
  focusId: string | undefined;
  wanted: { id: string } | undefined;
};

function Picture({ diagram, focusId, wanted }: PictureProps) {
  const { t } = useTranslation('tables');
  const { number } = useFormats();
  const drawn = useMemo(() => layOut(diagram.tables, diagram.references), [diagram]);
  const shown = diagram.tables.length;
  return (
    <>
      <ReactFlowProvider>
        <DiagramCanvas drawn={drawn} focusId={focusId} wanted={wanted} />
      </ReactFlowProvider>
      {diagram.total > shown && (
        <p className={classes.note}>
          {t('diagram.part', { shown: number(shown), total: number(diagram.total) })}
        </p>
      )}
      <ReferenceList diagram={diagram} />
    </>
  );
}

type FocusedTableProps = { name: string; diagram: SchemaDiagram | undefined; wholeHref: string };

function FocusedTable({ name, diagram, wholeHref }: FocusedTableProps) {
  const { t } = useTranslation('tables');
  const { showRawNames } = useSettings();
  const table = diagram?.tables.find((one) => one.name === name);
  return (
    <>
      <Icon name="chevronRight" size={14} />
      <strong className={toolbarClasses.title} title={name}>
        {(!showRawNames && table?.label) || name}
      </strong>
      <Button
        component={AppLink}
        href={wholeHref}
        size="compact-xs"
        variant="default"
        leftSection={<Icon name="close" size={12} />}
      >
        {t('diagram.whole')}
      </Button>
    </>
  );
}
