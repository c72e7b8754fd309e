import { isNumberType, type ResultField } from '@causeway/contract/artifacts.ts';
import { guessChart } from '@causeway/contract/drawing/chart-guess.ts';

/** How a result is probably best seen on a dashboard. */
export function suggestKind(
  fields: readonly ResultField[],
  rowCount: number,
): 'number' | 'chart' | 'table' {
  const hasNumber = fields.some(({ type }) => isNumberType(type));
  if (rowCount === 1 && hasNumber && fields.length <= 3) return 'number';
  return rowCount > 1 && fields.length <= 6 && guessChart(fields) ? 'chart' : 'table';
}
