/** RULE-3: pictures people add are kept as webp, at this quality. */
const TYPE = 'image/webp';
const QUALITY = 0.75;

export type Cut = { left: number; top: number; width: number; height: number };

/** A picture, or a part of it, drawn anew in the size wanted. */
export async function drawWebp(
  image: ImageBitmap,
  cut: Cut,
  size: { width: number; height: number },
): Promise<Blob> {
  const canvas = new OffscreenCanvas(size.width, size.height);
  const context = canvas.getContext('2d');
  if (context) context.imageSmoothingQuality = 'high';
  context?.drawImage(
    image,
    cut.left,
    cut.top,
    cut.width,
    cut.height,
    0,
    0,
    size.width,
    size.height,
  );
  return canvas.convertToBlob({ type: TYPE, quality: QUALITY });
}
