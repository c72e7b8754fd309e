import { copyPage } from './copy-page.ts';

const LARGEST_SIDE = 1_600;
const SVG = 'http://www.w3.org/2000/svg';

/**
 * A picture of the page as it is drawn here: a copy of its elements with its own style sheets, drawn
 * by the browser, without anything leaving it. What must not be seen is not in the copy.
 */
export async function takePicture(options: { isDataHidden: boolean }): Promise<Blob> {
  const size = { width: window.innerWidth, height: window.innerHeight };
  const image = new Image(size.width, size.height);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(writeDrawing(size, options))}`;
  await image.decode();
  const scale = Math.min(1, LARGEST_SIDE / Math.max(size.width, size.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(size.width * scale);
  canvas.height = Math.round(size.height * scale);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The page could not be drawn');
  context.fillStyle = getComputedStyle(document.body).backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new Error('The page could not be drawn'));
    }, 'image/png');
  });
}

type Size = { width: number; height: number };

function writeDrawing({ width, height }: Size, options: { isDataHidden: boolean }): string {
  const svg = document.createElementNS(SVG, 'svg');
  // Style sheets speak of the root, whose attributes say the theme: here, that is the drawing.
  for (const { name, value } of document.documentElement.attributes) svg.setAttribute(name, value);
  svg.setAttribute('width', String(width));
  svg.setAttribute('height', String(height));
  const place = document.createElementNS(SVG, 'foreignObject');
  place.setAttribute('width', '100%');
  place.setAttribute('height', '100%');
  const page = document.documentElement.cloneNode(false) as HTMLElement;
  page.style.cssText = `display:block;width:${width}px;height:${height}px;overflow:hidden`;
  const style = document.createElement('style');
  style.textContent = writeStyles();
  const body = copyPage(document.body, { width, height, ...options });
  page.append(style, ...(body ? [body] : []));
  place.append(page);
  svg.append(place);
  return withoutControls(new XMLSerializer().serializeToString(svg));
}

/** Without fonts, which a drawing may not load: the browser's stand in for them. */
function writeStyles(): string {
  const sheets = [...document.styleSheets, ...document.adoptedStyleSheets];
  return sheets
    .flatMap((sheet) => [...sheet.cssRules])
    .filter((rule) => !(rule instanceof CSSFontFaceRule))
    .map((rule) => rule.cssText)
    .join('\n');
}

/** Characters that people's data may hold and XML may not. */
function withoutControls(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '');
}
