import type { StagedValue } from '@causeway/contract/tables/edits.ts';

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
