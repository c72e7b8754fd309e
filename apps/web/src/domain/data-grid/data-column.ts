import type { TableDetails } from '@causeway/contract/tables/details.ts';
import type { EditedColumn } from '#domain/value-editors/editor-kind.ts';

export type Reference = TableDetails['foreignKeys'][number];

/** A column of a table as cells and their editors need it. */
export type DataColumn = EditedColumn & {
  label: string;
  /** Where its values lead to; undefined also where not all columns of the reference are at hand. */
  foreignKey: Reference | undefined;
};
