import { loadSharp } from './sharp.ts';

export type Sides = { width: number; height: number };

/** As people see it; the beginning of a file is enough. A drawing that names no size is drawn for this. */
export async function measure(bytes: Uint8Array): Promise<Sides> {
  const sharp = await loadSharp();
  const { autoOrient } = await sharp(bytes, { failOn: 'none' }).metadata();
  return { width: autoOrient.width, height: autoOrient.height };
}
