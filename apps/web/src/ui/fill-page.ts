/**
 * For the frame of a page that scrolls inside itself, as its `ref`: the page around it then has no
 * scrollbar of its own. An attribute and not `:has()`, which the browser would ask again for every
 * row a grid draws.
 */
export function fillPage(frame: HTMLElement | null) {
  const page = frame?.closest('main');
  page?.setAttribute('data-filled', '');
  return () => page?.removeAttribute('data-filled');
}
