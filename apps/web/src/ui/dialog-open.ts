/** While a dialog is open the focus belongs to it: what loads behind it must not take it. */
export function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"]') !== null;
}
