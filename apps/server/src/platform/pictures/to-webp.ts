import { Failure } from '@causeway/contract/errors.ts';
import { createShares } from '#platform/limits/shares.ts';
import { asPixels } from './as-pixels.ts';
import { loadSharp } from './sharp.ts';

/** Each picture is held in memory as a whole while it is made smaller. */
const shares = createShares({
  capacity: 2,
  perPerson: 1,
  patienceMs: 30_000,
  busy: () => new Failure('E_RATE_LIMITED'),
  cancelled: () => new Failure('E_QUERY_CANCELLED'),
});

const MOST_PIXELS = 50_000_000;
const QUALITY = 75;

type Wanted = { width: number; height: number; fit: 'cover' | 'inside'; signal?: AbortSignal };

/**
 * A picture as we keep it: decoded and written anew, so that nothing of what was sent is left but
 * what one sees (no place it was taken at, no second file behind it).
 */
export function toWebp(sent: Buffer, { signal, ...size }: Wanted): Promise<Buffer> {
  return shares.run(() => render(sent, size), signal ? { signal } : {});
}

async function render(sent: Buffer, size: Omit<Wanted, 'signal'>): Promise<Buffer> {
  const sharp = await loadSharp();
  try {
    const wanted = { ...size, withoutEnlargement: size.fit === 'inside' };
    const pixels = await asPixels(sent, { mostPixels: MOST_PIXELS, size: wanted });
    return await sharp(pixels, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
      .autoOrient()
      .resize(wanted)
      .webp({ quality: QUALITY })
      .toBuffer();
  } catch (error) {
    if (/pixel limit/i.test((error as Error).message)) throw new Failure('E_IMAGE_TOO_LARGE');
    throw new Failure('E_IMAGE_UNREADABLE');
  }
}
