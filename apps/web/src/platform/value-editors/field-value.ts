import type { StagedValue } from '@causeway/contract/edits.ts';
import type { EditedColumn, EditorKind } from './editor-kind.ts';
import { editorKindOf } from './editor-kind.ts';
import { findBytes } from './bytes-text.ts';
import { findJsonProblem } from './json-problem.ts';
import { findNumberProblem } from './number-text.ts';

/** What a field is to become: a text Postgres reads, SQL NULL, or whatever the table says. */
export type FieldValue = StagedValue;

export const NULL_VALUE: FieldValue = { null: true };
export const DEFAULT_VALUE: FieldValue = { default: true };

export function textOfValue(value: FieldValue | undefined): string {
  return value && 'set' in value ? value.set : '';
}

export function isNullValue(value: FieldValue | undefined): boolean {
  return value !== undefined && 'null' in value;
}

export function isDefaultValue(value: FieldValue | undefined): boolean {
  return value !== undefined && 'default' in value;
}

export function isSameValue(one: FieldValue | undefined, other: FieldValue | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** A value as it was read: null or text. */
export function valueOfText(text: string | null): FieldValue {
  return text === null ? NULL_VALUE : { set: text };
}

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
