import { keepHere } from '#platform/keep-here.ts';

const SET_ASIDE = 'causeway.set-aside';

/** What is typed lies in local storage until the server has it, under keys that name whose it is. */
export function readTyped(): Record<string, string> {
  return { ...readSetAside(), ...Object.fromEntries(Object.entries<string>(localStorage)) };
}

/** For this tab alone, and gone with it. */
export function setAside(typed: Record<string, string>): void {
  try {
    sessionStorage.setItem(SET_ASIDE, JSON.stringify(typed));
  } catch {
    // There is no room for it, which is as if the tab had been closed.
  }
}

export function dropSetAside(): void {
  sessionStorage.removeItem(SET_ASIDE);
}

/** Whoever signs in finds their own again; what is anybody else's is dropped. */
export function takeBack(userId: string): void {
  for (const [key, value] of Object.entries(readSetAside())) {
    if (key.includes(userId) && localStorage.getItem(key) === null) {
      keepHere(key, value);
    }
  }
  dropSetAside();
}

function readSetAside(): Record<string, string> {
  return JSON.parse(sessionStorage.getItem(SET_ASIDE) ?? '{}') as Record<string, string>;
}
