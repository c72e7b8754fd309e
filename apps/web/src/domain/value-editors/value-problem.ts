import { findBytes } from './bytes-text.ts';
import { editorKindOf, type EditedColumn, type EditorKind } from './editor-kind.ts';
import type { FieldValue } from './field-value.ts';
import { findJsonProblem } from './json-problem.ts';
import { findNumberProblem } from './number-text.ts';

export type ValueProblem =
  | {
      key:
        | 'notNull'
        | 'notWhole'
        | 'notNumber'
        | 'outOfRange'
        | 'notUuid'
        | 'notBytes'
        | 'notListed';
    }
  | { key: 'notJson'; line: number; column: number };

/** What the database would refuse, said while typing. Whatever is not known here is left to it. */
export function findValueProblem(
  column: EditedColumn,
  value: FieldValue | undefined,
): ValueProblem | undefined {
  if (!value || 'default' in value) return undefined;
  if ('null' in value) return column.isNullable ? undefined : { key: 'notNull' };
  return checks[editorKindOf(column)]?.(value.set, column);
}

type Check = (text: string, column: EditedColumn) => ValueProblem | undefined;

const checkNumber: Check = (text, { baseType }) => {
  const key = findNumberProblem(text, baseType);
  return key && { key };
};

const UUID = /^\{?[0-9a-f]{4}(-?[0-9a-f]{4}){7}\}?$/i;

const checks: Partial<Record<EditorKind, Check>> = {
  integer: checkNumber,
  decimal: checkNumber,
  uuid: (text) => (UUID.test(text.trim()) ? undefined : { key: 'notUuid' }),
  bytes: (text) => (findBytes(text) ? undefined : { key: 'notBytes' }),
  enum: (text, { enumValues }) => (enumValues?.includes(text) ? undefined : { key: 'notListed' }),
  json: (text) => {
    const problem = findJsonProblem(text);
    return problem && { key: 'notJson', ...problem };
  },
};
