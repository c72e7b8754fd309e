import { sqlRoutes } from '@causeway/contract/sql/sql.ts';
import type { TableName } from '@causeway/contract/tables/names.ts';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import type { Source } from '../tables-query.ts';
import { lostValues, type Shorter } from './shorter-type.ts';

/** Asks the table whether values would lose something to a shorter type; throws which, and how many. */
export function useLossCheck({ connectorId }: Source, table: TableName) {
  const { t } = useTranslation('structure');
  const { number } = useFormats();
  return async (column: string, shorter: Shorter): Promise<void> => {
    const sql = lostValues(table, column, shorter);
    const body = { connector: { id: connectorId }, sql, bindings: {} };
    const { rows } = await api.call(sqlRoutes.read, { body });
    if (rows.length === 0) return;
    const count = Number(rows[0]?.[0]);
    const examples = rows.map(([, value]) => String(value)).join(', ');
    const { type } = shorter;
    throw new Error(t('change.doesNotFit', { count, number: number(count), type, examples }));
  };
}
