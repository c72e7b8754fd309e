import type { Wish } from './build-definition.ts';

type Kept = { name: string; wish: Wish };

/** What a person answered so far outlives a reload, in this tab, until a draft is made of it. */
export function keepWish(keptFor: string, kept: Kept): void {
  sessionStorage.setItem(keyOf(keptFor), JSON.stringify(kept));
}

export function forgetWish(keptFor: string): void {
  sessionStorage.removeItem(keyOf(keptFor));
}

export function readKeptWish(keptFor: string): Kept | undefined {
  try {
    return (
      (JSON.parse(sessionStorage.getItem(keyOf(keptFor)) ?? 'null') as Kept | null) ?? undefined
    );
  } catch {
    // Not ours, or of another version: the wizard begins anew.
    return undefined;
  }
}

function keyOf(keptFor: string): string {
  return `causeway.wizard.${keptFor}`;
}
