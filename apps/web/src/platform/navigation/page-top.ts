import type { AnyRouter } from '@tanstack/react-router';

const findPage = () => document.querySelector('#page');

/**
 * Another page begins at its top; the same one stays where it is, whatever its address narrows. Going
 * back comes to where somebody was. Without it the router gives every page the place of the one before.
 */
export function createPageTop() {
  let isOther = false;
  return {
    /** What the router scrolls to its top. */
    elements: [() => (isOther ? findPage() : null)],
    follow: (router: AnyRouter): void => {
      router.subscribe('onBeforeLoad', ({ pathChanged }) => {
        isOther = pathChanged;
      });
      // What it scrolled to may not have fitted yet: it only notes where a page stands that was scrolled.
      router.subscribe('onRendered', () =>
        queueMicrotask(() => findPage()?.dispatchEvent(new Event('scroll'))),
      );
    },
  };
}
