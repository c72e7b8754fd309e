/**
 * Escape on the button of an open menu closes that menu. A menu takes the focus only a moment after
 * it is shown; an Escape in between would close the dialog or drawer around it instead.
 */
export function closeMenusFirst(): () => void {
  function press(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !(event.target instanceof HTMLElement)) return;
    const button = event.target.closest<HTMLElement>(
      '[aria-haspopup="menu"][aria-expanded="true"]',
    );
    if (!button) return;
    event.stopImmediatePropagation();
    button.click();
  }
  globalThis.addEventListener('keydown', press, { capture: true });
  return () => globalThis.removeEventListener('keydown', press, { capture: true });
}
