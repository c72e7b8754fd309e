import type { TableColumn } from '@causeway/contract/tables/details.ts';

export function isJson({ baseType }: Pick<TableColumn, 'baseType'>): boolean {
  return baseType === 'json' || baseType === 'jsonb';
}
