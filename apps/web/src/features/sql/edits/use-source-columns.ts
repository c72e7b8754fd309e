import type { ResultSource } from '@causeway/contract/sql/editor.ts';
import type { TableDetails } from '@causeway/contract/tables/details.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { tableQuery } from '#domain/connectors/catalog-query.ts';
import type { DataColumn } from '#domain/data-grid/data-column.ts';
import { isComputed } from '#domain/row-drafts/stage.ts';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';

type SourceColumns = {
  /** Every column of the table; none until it is known. */
  table: DataColumn[];
  /** Those of the result, by their places; undefined where they can't be written. */
  columns: (DataColumn | undefined)[];
};

export function useSourceColumns(connectorId: string, source: ResultSource): SourceColumns {
  const { project } = useCurrentProject();
  const { data } = useQuery({
    ...tableQuery({ projectId: project?.id ?? '', connectorId }, source),
    enabled: project !== undefined,
  });
  return useMemo(
    () => ({
      table: data?.columns.map((column) => ({ ...column, foreignKey: undefined })) ?? [],
      columns: source.columns.map((name) =>
        name === null ? undefined : columnOf(name, source, data),
      ),
    }),
    [source, data],
  );
}

function columnOf(
  name: string,
  { columns }: ResultSource,
  table: TableDetails | undefined,
): DataColumn | undefined {
  if (!table) return textColumn(name);
  const found = table.columns.find((column) => column.name === name);
  if (!found || isComputed(found)) return undefined;
  // A row is chosen with all columns of the reference, which the result has to show.
  const foreignKey = table.foreignKeys.find(
    (key) => key.columns.includes(name) && key.columns.every((one) => columns.includes(one)),
  );
  return { ...found, label: name, foreignKey };
}

/** Until the table has told more, anything can be typed in as text. */
function textColumn(name: string): DataColumn {
  return {
    name,
    label: name,
    exactType: '',
    baseType: 'text',
    category: 'S',
    isNullable: true,
    defaultValue: null,
    identity: null,
    enumValues: null,
    foreignKey: undefined,
  };
}
