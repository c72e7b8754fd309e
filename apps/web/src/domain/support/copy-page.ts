/** What is never in a picture: the way to support itself, and what draws nothing. */
const LEFT_OUT = '[data-support], script, style, link, noscript';
/** Never seen: fields of passwords, and what is shown once, such as keys and recovery codes. */
const SECRETS = 'input[type="password"], [data-private]';
/** People's data, and what they typed: pictures and charts tell of it, too. */
const VALUES =
  '[role="gridcell"], td, pre, textarea, input:not([type="checkbox"], [type="radio"]), ' +
  '.cm-content, img, canvas, video, iframe, [data-values]';
const COVER = '#9993';

type Copying = { width: number; height: number; isDataHidden: boolean };

/** An element as it looks now, without what lies outside of the window and what must not be seen. */
export function copyPage(element: Element, copying: Copying): Element | undefined {
  if (!isSeen(element, copying)) return undefined;
  const covered = copying.isDataHidden ? `${SECRETS}, ${VALUES}` : SECRETS;
  if (element.matches(covered)) return copyCovered(element);
  if (element instanceof HTMLCanvasElement) return copyCanvas(element);
  const copy = element.cloneNode(false) as Element;
  keepState(element, copy);
  if (element instanceof HTMLTextAreaElement) return copy;
  for (const child of element.childNodes) {
    if (child instanceof Text) copy.append(child.data);
    else if (child instanceof Element) copy.append(...listOf(copyPage(child, copying)));
  }
  keepScroll(element, copy);
  return copy;
}

/** What lies below or beside the window is not in the picture, and need not be drawn for it. */
function isSeen(element: Element, { width, height }: Copying): boolean {
  if (element.matches(LEFT_OUT)) return false;
  const { left, top } = element.getBoundingClientRect();
  return left < width && top < height;
}

/** It keeps its room, so that nothing around it moves. */
function copyCovered(element: Element): Element {
  const { width, height } = element.getBoundingClientRect();
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    const field = element.cloneNode(false) as HTMLInputElement;
    field.setAttribute('value', '');
    field.setAttribute('placeholder', '•••••');
    return field;
  }
  const isText = !element.matches('img, canvas, video, iframe');
  const copy = isText ? (element.cloneNode(false) as HTMLElement) : document.createElement('span');
  const room = `box-sizing:border-box;min-width:${width}px;min-height:${height}px`;
  if (!isText) {
    copy.setAttribute('style', `display:inline-block;${room};background:${COVER}`);
    return copy;
  }
  copy.setAttribute('style', `${copy.getAttribute('style') ?? ''};${room}`);
  const bar = document.createElement('span');
  const look = `display:block;height:8px;margin:4px 0;border-radius:4px;background:${COVER}`;
  bar.setAttribute('style', look);
  copy.append(bar);
  return copy;
}

function copyCanvas(canvas: HTMLCanvasElement): Element {
  const image = document.createElement('img');
  image.className = canvas.className;
  image.setAttribute('style', canvas.getAttribute('style') ?? '');
  image.src = canvas.toDataURL();
  return image;
}

/** A copy knows what was written in the page, not what was typed and ticked since. */
function keepState(element: Element, copy: Element): void {
  if (element instanceof HTMLInputElement) {
    copy.setAttribute('value', element.value);
    copy.toggleAttribute('checked', element.checked);
  }
  if (element instanceof HTMLTextAreaElement) copy.textContent = element.value;
  if (element instanceof HTMLOptionElement) copy.toggleAttribute('selected', element.selected);
}

function keepScroll(element: Element, copy: Element): void {
  const { scrollLeft, scrollTop } = element;
  if (scrollLeft === 0 && scrollTop === 0) return;
  for (const child of copy.children) {
    const style = child.getAttribute('style') ?? '';
    child.setAttribute('style', `${style};translate:${-scrollLeft}px ${-scrollTop}px`);
  }
}

function listOf<Item>(item: Item | undefined): Item[] {
  return item === undefined ? [] : [item];
}
