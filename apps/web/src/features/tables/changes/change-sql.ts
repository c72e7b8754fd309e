import { quoted } from '@causeway/contract/sql/quoted.ts';
import type { TableColumn } from '@causeway/contract/tables/details.ts';
import type { TableName } from '@causeway/contract/tables/names.ts';
import { findShorter } from './shorter-type.ts';
import { bracketed, listOf, literal, nameOf } from './sql-names.ts';

/**
 * What changes how a table is made, as the statements people would write. Types and defaults are SQL
 * and stand as they were typed; names and comments are written so that they can't be anything else.
 */

export type ColumnDraft = {
  name: string;
  type: string;
  isNullable: boolean;
  /** An expression; empty is none. */
  defaultValue: string;
  comment: string;
};

export const indexMethods = ['btree', 'gin', 'gist', 'brin', 'hash'] as const;
export type IndexDraft = {
  columns: string[];
  method: (typeof indexMethods)[number];
  isUnique: boolean;
  /** Writes go on meanwhile, and it takes longer. */
  isConcurrent: boolean;
};

export const deleteRules = ['no action', 'restrict', 'cascade', 'set null', 'set default'] as const;
export type ReferenceDraft = {
  columns: string[];
  to: TableName;
  toColumns: string[];
  onDelete: (typeof deleteRules)[number];
};

export function addColumn(table: TableName, draft: ColumnDraft): string[] {
  return [
    `alter table ${nameOf(table)} add column ${columnSql(draft)}`,
    ...(draft.comment.trim() === '' ? [] : [commentOn(table, draft.name, draft.comment)]),
  ];
}

/**
 * Renamed last: the statements before it speak of the column as it is called now. What is too long for a
 * new type is cut only where that is wanted.
 */
export function changeColumn(
  table: TableName,
  before: TableColumn,
  after: ColumnDraft,
  { cuts = false } = {},
): string[] {
  const known = draftOf(before);
  const column = quoted(before.name);
  const type = after.type.trim();
  const value = after.defaultValue.trim();
  const hasNewType = type !== known.type;
  const hasNewDefault = value !== known.defaultValue;
  // Given without its limit, a value is held to it by the database, which refuses to cut.
  const given = (!cuts && findShorter(known.type, type)?.unlimited) || type;
  const steps = [
    // A default of the old type may not fit the new one.
    ...(hasNewType && hasNewDefault && known.defaultValue !== ''
      ? [`alter column ${column} drop default`]
      : []),
    ...(hasNewType ? [`alter column ${column} type ${type} using ${column}::${given}`] : []),
    ...(hasNewDefault
      ? [`alter column ${column} ${value === '' ? 'drop default' : `set default ${value}`}`]
      : []),
    ...(after.isNullable === before.isNullable
      ? []
      : [`alter column ${column} ${after.isNullable ? 'drop' : 'set'} not null`]),
  ];
  const name = after.name.trim();
  return [
    ...(steps.length === 0
      ? []
      : [`alter table ${nameOf(table)}\n  ${[...new Set(steps)].join(',\n  ')}`]),
    ...(after.comment.trim() === known.comment
      ? []
      : [commentOn(table, before.name, after.comment)]),
    ...(name === before.name
      ? []
      : [`alter table ${nameOf(table)} rename column ${column} to ${quoted(name)}`]),
  ];
}

export function draftOf(column: TableColumn): ColumnDraft {
  return {
    name: column.name,
    type: column.exactType,
    isNullable: column.isNullable,
    defaultValue: column.generated || column.identity ? '' : (column.defaultValue ?? ''),
    comment: column.description ?? '',
  };
}

export function dropColumn(table: TableName, name: string): string[] {
  return [`alter table ${nameOf(table)} drop column ${quoted(name)}`];
}

export function addIndex(table: TableName, draft: IndexDraft): string[] {
  const { columns, method, isUnique, isConcurrent } = draft;
  const how = [isUnique && 'unique', 'index', isConcurrent && 'concurrently'];
  const using = method === 'btree' ? '' : `using ${method} `;
  return [
    `create ${how.filter(Boolean).join(' ')} on ${nameOf(table)} ${using}(${listOf(columns)})`,
  ];
}

export function dropIndex(schema: string, name: string): string[] {
  return [`drop index ${nameOf({ schema, table: name })}`];
}

export function addReference(table: TableName, draft: ReferenceDraft): string[] {
  const { columns, to, toColumns, onDelete } = draft;
  const rule = onDelete === 'no action' ? '' : ` on delete ${onDelete}`;
  return [
    `alter table ${nameOf(table)} add foreign key (${listOf(columns)})\n  references ${nameOf(to)} (${listOf(toColumns)})${rule}`,
  ];
}

export const ruleKinds = ['unique', 'check', 'primary key'] as const;
export type RuleDraft = {
  kind: (typeof ruleKinds)[number];
  /** Empty leaves it to the database. */
  name: string;
  /** Of a key. */
  columns: string[];
  /** Of a check: an expression. */
  expression: string;
  /** Rows that are there already are held to it as well. */
  isForAll: boolean;
};

export function addRule(table: TableName, draft: RuleDraft): string[] {
  const name = draft.name.trim();
  const called = name === '' ? '' : `constraint ${quoted(name)} `;
  const rule =
    draft.kind === 'check'
      ? `check ${bracketed(draft.expression.trim())}${draft.isForAll ? '' : ' not valid'}`
      : `${draft.kind} (${listOf(draft.columns)})`;
  return [`alter table ${nameOf(table)} add ${called}${rule}`];
}

/** Holds the rows that are there already to a rule that was made for later ones alone. */
export function validateRule(table: TableName, name: string): string[] {
  return [`alter table ${nameOf(table)} validate constraint ${quoted(name)}`];
}

export function dropConstraint(table: TableName, name: string): string[] {
  return [`alter table ${nameOf(table)} drop constraint ${quoted(name)}`];
}

/** The first column is the key. */
export function createTable(table: TableName, columns: ColumnDraft[], comment: string): string[] {
  const lines = columns.map((column, place) =>
    place === 0 ? `${columnSql(column)} primary key` : columnSql(column),
  );
  return [
    `create table ${nameOf(table)} (\n  ${lines.join(',\n  ')}\n)`,
    ...(comment.trim() === ''
      ? []
      : [`comment on table ${nameOf(table)} is ${literal(comment.trim())}`]),
  ];
}

export function changeTable(
  table: TableName,
  before: { comment: string },
  after: { name: string; comment: string },
): string[] {
  const name = after.name.trim();
  const comment = after.comment.trim();
  return [
    ...(comment === before.comment
      ? []
      : [`comment on table ${nameOf(table)} is ${comment === '' ? 'null' : literal(comment)}`]),
    ...(name === table.table ? [] : [`alter table ${nameOf(table)} rename to ${quoted(name)}`]),
  ];
}

export function dropTable(table: TableName): string[] {
  return [`drop table ${nameOf(table)}`];
}

function columnSql({ name, type, isNullable, defaultValue }: ColumnDraft): string {
  const value = defaultValue.trim();
  return [
    quoted(name.trim()),
    type.trim(),
    ...(value === '' ? [] : [`default ${value}`]),
    ...(isNullable ? [] : ['not null']),
  ].join(' ');
}

function commentOn(table: TableName, column: string, comment: string): string {
  const text = comment.trim() === '' ? 'null' : literal(comment.trim());
  return `comment on column ${nameOf(table)}.${quoted(column.trim())} is ${text}`;
}
