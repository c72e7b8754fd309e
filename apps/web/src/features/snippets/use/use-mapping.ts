import {
  missingIn,
  type OfferedColumn,
  proposeColumns,
  proposeTable,
} from '@causeway/contract/snippets/fit-columns.ts';
import { fillSnippet, type Mapping, needsOf } from '@causeway/contract/snippets/placeholders.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { liveColumnsQuery, liveSchemaQuery, type LiveTable } from './live-schema.ts';

export type Choices = {
  /** By the author's name of a table; undefined is what is proposed, null is nothing. */
  tables: Record<string, LiveTable | null>;
  /** By `table.column`. */
  columns: Record<string, string>;
};

/**
 * What each placeholder is in the reader's database: what they chose, else what is proposed by name
 * and type. Nothing of it is kept as a copy, so another database brings other proposals.
 */
export function useMapping(sql: string, connectorId: string) {
  const needs = useMemo(() => needsOf(sql), [sql]);
  const [choices, setChoices] = useState<Choices>({ tables: {}, columns: {} });
  const schema = useQuery(liveSchemaQuery(connectorId));
  const tables = useMemo(() => {
    const offered = schema.data?.tables ?? [];
    // A table whose schema need not be said is meant before one of another schema.
    const inPath = offered.filter((one) => schema.data?.path.includes(one.schema));
    return needs.tables.map((needed) => {
      const chosen = choices.tables[needed.name];
      if (chosen !== undefined) return { needed, table: chosen ?? undefined };
      const found = proposeTable(needed, inPath) ?? proposeTable(needed, offered);
      return { needed, table: found as LiveTable | undefined };
    });
  }, [needs, choices.tables, schema.data]);
  const oids = tables.flatMap(({ table }) => (table ? [table.oid] : []));
  const columns = useQuery({
    ...liveColumnsQuery(
      connectorId,
      [...new Set(oids)].toSorted((a, b) => a - b),
    ),
    enabled: schema.isSuccess,
    placeholderData: keepPreviousData,
  });

  const mapped = tables.map(({ needed, table }) => {
    const offered: OfferedColumn[] = (table && columns.data?.get(table.oid)) ?? [];
    const proposed = proposeColumns(needed.columns, offered);
    const chosen = needed.columns.map((column) => {
      const choice = choices.columns[`${needed.name}.${column.name}`];
      const isThere = offered.some(({ name }) => name === choice);
      const name = choice !== undefined && isThere ? choice : proposed[column.name];
      return { needed: column, column: offered.find((one) => one.name === name) };
    });
    return { needed, table, offered, columns: chosen };
  });
  const mapping: Mapping = {
    tables: Object.fromEntries(
      mapped.flatMap(({ needed, table }) =>
        table ? [[needed.name, { schema: table.schema, table: table.name }]] : [],
      ),
    ),
    columns: Object.fromEntries(
      mapped.flatMap(({ needed, columns: chosen }) =>
        chosen.flatMap(({ needed: column, column: found }) =>
          found ? [[`${needed.name}.${column.name}`, found.name]] : [],
        ),
      ),
    ),
  };
  const defaultSchemas = schema.data?.path ?? [];
  return {
    schema,
    isLoading: schema.isPending || columns.isPending,
    error: schema.error ?? columns.error,
    mapped,
    missing: missingIn(needs, mapping),
    filled: fillSnippet(sql, mapping, { defaultSchemas }),
    chooseTable: (name: string, table: LiveTable | null) =>
      setChoices((before) => ({ ...before, tables: { ...before.tables, [name]: table } })),
    chooseColumn: (key: string, column: string) =>
      setChoices((before) => ({ ...before, columns: { ...before.columns, [key]: column } })),
  };
}

export type UsedMapping = ReturnType<typeof useMapping>;
