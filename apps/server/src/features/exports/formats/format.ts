import type { Readable } from 'node:stream';
import type pg from 'pg';
import { identifier, joinSql } from '#platform/db/sql.ts';
import { quoteIdentifier } from '#platform/db/sql.ts';
import type { ExportColumn } from '../columns.ts';
import type { PlannedSource } from '../source.ts';

/** What a format is given: a connection inside a read-only transaction, and what to read on it. */
export type FormatInput = {
  client: pg.Client;
  source: PlannedSource;
  columns: ExportColumn[];
};

/** A file on its way, and how many rows of it have been read so far. */
export type FormattedFile = { body: Readable; rows(): number };

/** The source under the columns' own names, each of which is there once. */
export function namedSource({ source, columns }: FormatInput): string {
  const names = columns.map(({ name }) => identifier(name));
  return `(${source.select}\n) as exported(${joinSql(names, ', ').text})`;
}

/** A column of the named source. */
export function columnText({ name }: ExportColumn): string {
  return `exported.${quoteIdentifier(name)}`;
}
