/** The button that opened the menu an element is an entry of. */
function openerOf(element: Element): Element | undefined {
  const button = element.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return (button && document.getElementById(button)) || undefined;
}

/** Of the menu that had the focus last: it may be gone before the dialog it asked for is loaded. */
let opener: Element | undefined;
document.addEventListener('focusin', ({ target }) => {
  opener = target instanceof Element ? openerOf(target) : undefined;
});

/**
 * Put on a dialog as its ref. Most of ours are drawn when they open and gone when they close, and the
 * library gives the focus back only for those that stay; a keyboard would begin again at the top of
 * the page. What was asked for in a menu gives it back to the menu's button.
 */
export function returnFocus(): () => void {
  const { activeElement } = document;
  const isLeft = activeElement === null || activeElement === document.body;
  const asker = isLeft ? opener : (openerOf(activeElement) ?? activeElement);
  return () => {
    // What closed the dialog may have put the focus somewhere itself: that is left alone.
    setTimeout(() => {
      const isLost = document.activeElement === null || document.activeElement === document.body;
      if (isLost && asker instanceof HTMLElement) asker.focus({ preventScroll: true });
    }, 0);
  };
}
