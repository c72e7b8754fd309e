import type { TableSummary } from '@causeway/contract/tables/details.ts';
import type { IconName } from '#ui/icon.tsx';

export const kindIcons: Record<TableSummary['kind'], IconName> = {
  table: 'table',
  view: 'eye',
  'materialized view': 'layers',
  partitioned: 'grid',
  foreign: 'external',
};
