const TYPE = 'image/webp';
const QUALITY = 0.75;

/** RULE-3: a picture as text that can stand in a document, in its own size, as webp. */
export async function imageToDataUrl(image: Blob): Promise<string> {
  const bitmap = await createImageBitmap(image);
  try {
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
    return await dataUrlOf(await canvas.convertToBlob({ type: TYPE, quality: QUALITY }));
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
