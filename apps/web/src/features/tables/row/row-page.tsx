import type { TextKey } from '@causeway/contract/tables/edits.ts';
import type { TableDetails } from '@causeway/contract/tables/details.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Connector } from '#platform/current-project/projects-query.ts';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { useObjectPath } from '#platform/navigation/object-path.ts';
import { useSettings } from '#platform/settings/use-settings.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { PageFrame } from '#ui/page-frame.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { SkeletonTable } from '#ui/skeletons.tsx';
import { findEditAddress, splitKey } from './edit-address.ts';
import { findReadOnlyReason } from '../edits/read-only-reason.ts';
import { RowForm } from './row-form.tsx';
import { RowPath } from './row-path.tsx';
import { rowQuery } from '../edits/row-query.ts';
import type { SeenRow } from '#domain/row-drafts/stage.ts';
import { useEditHref } from './use-edit-href.ts';
import { useNeighbours } from './use-neighbours.ts';
import type { PageRow } from './use-row-draft.ts';
import { useFollowTable } from '../table/follow-table.ts';
import { MissingTable } from '../table/missing-table.tsx';
import { RelatedRows } from '../references/related-rows.tsx';
import { useTableColumns } from '../table-columns.ts';
import type { TableName } from '../table-name.ts';
import { readView } from '@causeway/contract/tables/view.ts';
import { tableQuery } from '../tables-query.ts';
import { useTableHref } from '../use-table-view.ts';

/** /edit/{table}/{key}: one row with all its columns; with `new` in the address, one that is to be added. */
export default function RowPage() {
  const { project, connector } = useCurrentProject();
  const path = useObjectPath();
  const newRef = useSearch({ strict: false, select: (search) => textOf(search, 'new') });
  const address = findEditAddress(path, newRef !== undefined);
  if (!project || !connector || !address) return <NoRow title={path.join('/')} />;
  return (
    <LoadedPage
      key={`${connector.id} ${path.join('/')} ${newRef ?? ''}`}
      projectId={project.id}
      connector={connector}
      name={address.name}
      keyText={address.keyText}
      newRef={newRef}
    />
  );
}

type PageProps = {
  projectId: string;
  connector: Connector;
  name: TableName;
  keyText: string | undefined;
  newRef: string | undefined;
};

function LoadedPage(props: PageProps) {
  const { projectId, connector, name, keyText, newRef } = props;
  const table = useQuery(tableQuery({ projectId, connectorId: connector.id }, name));
  const isLed = useFollowTable({ connectorId: connector.id, name, error: table.error });
  if (table.isError && !isLed) {
    return (
      <PageFrame>
        <PageHeader title={name.table} />
        <MissingTable name={name} query={table} />
      </PageFrame>
    );
  }
  if (!table.data) return <SkeletonTable rows={12} columns={2} />;
  const details = table.data;
  if (newRef !== undefined) {
    return <Row {...props} details={details} row={{ kind: 'new', ref: newRef }} />;
  }
  const values = details.key && splitKey(keyText ?? '', details.key.length);
  if (!details.key || !values) return <NoRow title={name.table} name={name} />;
  const key = Object.fromEntries(details.key.map((column, place) => [column, values[place] ?? '']));
  return <SavedRow {...props} details={details} rowKey={key} />;
}

type WithDetails = PageProps & { details: TableDetails };

function SavedRow({ rowKey, ...props }: WithDetails & { rowKey: TextKey }) {
  const { t } = useTranslation('edits');
  const query = useQuery(rowQuery({ connectorId: props.connector.id, name: props.name }, rowKey));
  if (query.data) return <Row {...props} row={{ kind: 'seen', seen: query.data }} />;
  if (!query.isError) return <SkeletonTable rows={12} columns={2} />;
  return (
    <PageFrame>
      <PageHeader title={Object.values(rowKey).join(', ')} />
      <ErrorState
        error={query.error}
        title={t('edits:row.failed')}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
        actions={<BackToTable name={props.name} />}
      />
    </PageFrame>
  );
}

function Row({ connector, name, details, row }: WithDetails & { row: PageRow }) {
  const { project } = useCurrentProject();
  const { showRawNames } = useSettings();
  const search = useSearch({ strict: false });
  const view = useMemo(() => readView(search), [search]);
  const columns = useTableColumns({ connector, name, details, view, onShow: () => undefined });
  const tableHref = useTableHref();
  const { rowHref, newRowHref } = useEditHref();
  const source = { connectorId: connector.id, name };
  const key = details.key ?? [];
  const seen = row.kind === 'seen' ? row.seen : undefined;
  const neighbours = useNeighbours({ ...source, key, row: seen, list: view });
  const backHref = tableHref(name, view);
  return (
    <RowForm
      source={source}
      columns={columns.all}
      keyColumns={key}
      row={row}
      readOnlyReason={findReadOnlyReason(details, project?.role ?? 'viewer', {
        isNew: row.kind === 'new',
      })}
      header={
        <RowPath
          connectorName={connector.name}
          schema={details.schema}
          table={showRawNames ? details.name : details.label}
          tableHref={backHref}
          title={titleOf(details, seen)}
        />
      }
      related={
        hasRelated(details) && seen ? (
          <RelatedRows
            connectorId={connector.id}
            details={details}
            valueOf={(column) => seen.image[column] ?? null}
          />
        ) : undefined
      }
      tableHref={backHref}
      hrefOf={(values) => rowHref(name, values, view)}
      newHref={(ref) => newRowHref(name, view, ref)}
      neighbours={neighbours}
    />
  );
}

function hasRelated({ foreignKeys, referencedBy }: TableDetails): boolean {
  return foreignKeys.length + referencedBy.length > 0;
}

/** What people call the row, and its key. */
function titleOf(
  { key, labelColumn }: TableDetails,
  seen: SeenRow | undefined,
): string | undefined {
  if (!seen) return undefined;
  const id = (key ?? []).map((name) => seen.key[name]).join(', ');
  const label = labelColumn && seen.image[labelColumn];
  return label && label !== id ? `${label} · ${id}` : id;
}

function NoRow({ title, name }: { title: string; name?: TableName }) {
  const { t } = useTranslation('edits');
  return (
    <PageFrame>
      <PageHeader title={title} />
      <EmptyState
        icon="row"
        title={t('edits:row.none')}
        line={t('edits:row.noneLine')}
        action={name && <BackToTable name={name} />}
      />
    </PageFrame>
  );
}

function BackToTable({ name }: { name: TableName }) {
  const { t } = useTranslation('edits');
  const tableHref = useTableHref();
  return (
    <Button component={AppLink} href={tableHref(name)} variant="default">
      {t('edits:row.toTable')}
    </Button>
  );
}

function textOf(search: object, key: string): string | undefined {
  const value: unknown = (search as Record<string, unknown>)[key];
  return typeof value === 'string' ? value : undefined;
}
