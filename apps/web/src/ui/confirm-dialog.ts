export type Confirmation = {
  /** A question that names the thing: "Delete project Shop?" */
  title: string;
  /** What will be lost, or what `lead` says, one line each. */
  losses: string[];
  /**
   * What stands above them: that they are lost for good, unless what happens can be taken back, or is
   * no loss; `runs` is for statements, `uses` for what needs the thing, a text for what rests before it
   * is lost.
   */
  lead?: 'lost' | 'happens' | 'runs' | 'uses' | { text: string };
  /** The verb on the button: "Delete project". */
  confirmLabel: string;
  /** A name that must be typed first, for what can not be made again. */
  typedName?: string;
};

export type OpenConfirmation = Confirmation & { answer: (isConfirmed: boolean) => void };

let open: OpenConfirmation | undefined;
let answeredBy: Event | undefined;
const listeners = new Set<() => void>();

/**
 * Asks before something that can't be undone, and resolves to the answer. What can be undone is done at
 * once instead, with `showUndo`. A second question answers the first one with no.
 */
export function confirmDialog(confirmation: Confirmation): Promise<boolean> {
  open?.answer(false);
  const asker = document.activeElement;
  return new Promise((resolve) => {
    const answer = (isConfirmed: boolean) => {
      answeredBy = globalThis.event;
      setOpen(undefined);
      setTimeout(returnFocus, 0, asker);
      resolve(isConfirmed);
    };
    setOpen({ ...confirmation, answer });
  });
}

/** Whether what is heard now is the very key or click that answered a question. */
export function isAnswering(): boolean {
  return answeredBy !== undefined && answeredBy === globalThis.event;
}

export function openConfirmation(): OpenConfirmation | undefined {
  return open;
}

export function onConfirmationChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Once the dialog is gone, a keyboard goes on where it was. */
function returnFocus(asker: Element | null): void {
  if (!open && asker instanceof HTMLElement) asker.focus();
}

function setOpen(next: OpenConfirmation | undefined): void {
  open = next;
  for (const listener of listeners) listener();
}
