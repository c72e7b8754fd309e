import {
  DEFAULT_KEY_DAYS,
  DEFAULT_PER_MINUTE,
  MOST_PER_MINUTE,
} from '@causeway/contract/api-keys.ts';
import { firstScopes, type ScopeDraft, scopesOf } from './scope-draft.ts';

export type KeyDraft = {
  name: string;
  scopes: ScopeDraft;
  /** Null is a key without an end. */
  days: number | null;
  perMinute: number | string;
  /** One a line, or with commas between. */
  addresses: string;
};

export const emptyKey: KeyDraft = {
  name: '',
  scopes: firstScopes,
  days: DEFAULT_KEY_DAYS,
  perMinute: DEFAULT_PER_MINUTE,
  addresses: '',
};

export type KeyProblem = 'name' | 'scopes' | 'perMinute';

export function problemOf({ name, scopes, perMinute }: KeyDraft): KeyProblem | undefined {
  if (name.trim() === '') return 'name';
  if (scopesOf(scopes).length === 0) return 'scopes';
  const limit = Number(perMinute);
  return Number.isInteger(limit) && limit >= 1 && limit <= MOST_PER_MINUTE
    ? undefined
    : 'perMinute';
}

export function fieldsOf(draft: KeyDraft) {
  return {
    name: draft.name.trim(),
    scopes: scopesOf(draft.scopes),
    perMinute: Number(draft.perMinute),
    addresses: addressesOf(draft.addresses),
  };
}

function addressesOf(text: string): string[] {
  return text.split(/[\s,;]/).filter((part) => part !== '');
}
