import { drawWebp } from './webp.ts';

/** RULE-3: a picture as text that can stand in a document, in its own size, as webp. */
export async function imageToDataUrl(image: Blob): Promise<string> {
  const bitmap = await createImageBitmap(image);
  const { width, height } = bitmap;
  try {
    const cut = { left: 0, top: 0, width, height };
    return await dataUrlOf(await drawWebp(bitmap, cut, { width, height }));
  } finally {
    bitmap.close();
  }
}

function dataUrlOf(blob: Blob): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.addEventListener('load', () => resolve(reader.result as string));
  reader.addEventListener('error', () => reject(reader.error as DOMException));
  reader.readAsDataURL(blob);
  return promise;
}
