/** Where a keyboard goes on in the editor: from a step into its settings, and back out to it. */

export const PANEL_ID = 'part-panel';

const FIELDS = 'input, select, textarea, [contenteditable="true"]';

/** Into the first field of the step that was just chosen, once it is drawn. */
export function enterPanel(): void {
  requestAnimationFrame(() => {
    const panel = document.getElementById(PANEL_ID);
    const fields = panel?.querySelectorAll<HTMLElement>(`[role="tabpanel"] :is(${FIELDS})`) ?? [];
    const first = [...fields].find((field) => !field.matches(':disabled, [readonly]'));
    (first ?? panel)?.focus();
  });
}

export function focusPart(id: string | undefined): void {
  if (id !== undefined) document.getElementById(`part-${id}`)?.focus();
}
