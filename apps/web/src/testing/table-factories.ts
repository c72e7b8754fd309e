import type { TableColumn } from '@causeway/contract/tables/details.ts';

/** A column of text unless it is told otherwise. */
export function createColumn(over: Partial<TableColumn> & { name: string }): TableColumn {
  return {
    number: 1,
    label: over.name,
    type: 'text',
    exactType: 'text',
    typeName: 'text',
    baseType: 'text',
    category: 'S',
    isNullable: true,
    defaultValue: null,
    constraintName: null,
    constraintType: null,
    description: null,
    identity: null,
    generated: null,
    expression: null,
    enumValues: null,
    ...over,
  };
}
