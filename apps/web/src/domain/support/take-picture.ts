/** What is never in a picture: the way to support itself, and dialogs that ask for secrets. */
const LEFT_OUT = '[data-support]';
/** Fields whose content is nobody's business, and values of people's data. */
const SECRETS = 'input[type="password"], [data-private]';
const VALUES = '[role="gridcell"], td, textarea, .cm-content';
const LARGEST_SIDE = 1_600;

type Options = { isDataHidden: boolean };

/**
 * A picture of the page as it is drawn here: made by the browser out of its own elements, without
 * anything leaving it. Passwords are always covered; values of rows and what is typed are, unless the
 * person wants them to be seen.
 */
export async function takePicture({ isDataHidden }: Options): Promise<Blob> {
  const { domToBlob } = await import('modern-screenshot');
  const { innerWidth: width, innerHeight: height } = window;
  const blob = await domToBlob(document.body, {
    width,
    height,
    scale: Math.min(1, LARGEST_SIDE / Math.max(width, height)),
    type: 'image/png',
    backgroundColor: getComputedStyle(document.body).backgroundColor,
    // The fonts are our own and large: the browser's stand in for them.
    font: false,
    timeout: 5_000,
    filter: (node) => !(node instanceof Element) || isSeen(node, { width, height }),
    onCloneEachNode: (cloned) => cover(cloned, isDataHidden),
    features: { restoreScrollPosition: true },
  });
  if (!blob) throw new Error('The page could not be drawn');
  return blob;
}

/** What lies below or beside the window is not in the picture, and need not be drawn for it. */
function isSeen(element: Element, { width, height }: { width: number; height: number }): boolean {
  if (element.matches(LEFT_OUT)) return false;
  const { left, top } = element.getBoundingClientRect();
  return left < width && top < height;
}

function cover(cloned: Node, isDataHidden: boolean): void {
  if (!(cloned instanceof HTMLElement)) return;
  if (!cloned.matches(isDataHidden ? `${SECRETS}, ${VALUES}` : SECRETS)) return;
  if (cloned instanceof HTMLInputElement || cloned instanceof HTMLTextAreaElement) {
    cloned.value = '';
    cloned.setAttribute('value', '');
    cloned.setAttribute('placeholder', '•••••');
    return;
  }
  const bar = document.createElement('span');
  bar.setAttribute(
    'style',
    'display:block;height:8px;margin:4px 0;border-radius:4px;background:#9993',
  );
  cloned.replaceChildren(bar);
}
