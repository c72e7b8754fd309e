/**
 * Put on a dialog as its ref. Most of ours are drawn when they open and gone when they close, and the
 * library gives the focus back only for those that stay; a keyboard would begin again at the top of
 * the page.
 */
export function returnFocus(): () => void {
  const asker = document.activeElement;
  return () => {
    // What closed the dialog may have put the focus somewhere itself: that is left alone.
    setTimeout(() => {
      const isLost = document.activeElement === null || document.activeElement === document.body;
      if (isLost && asker instanceof HTMLElement) asker.focus({ preventScroll: true });
    }, 0);
  };
}
