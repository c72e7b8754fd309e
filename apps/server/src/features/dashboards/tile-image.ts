import type { Tile } from '@causeway/contract/dashboards/dashboards.ts';
import { viewRoutes } from '@causeway/contract/storage/view.ts';
import type { ActingClient } from '#platform/operations/acting.ts';
import { loadSharp } from '#platform/pictures/sharp.ts';

type ImageTile = Extract<Tile, { kind: 'image' }>;

/** The picture of a tile with the rights of who looks, small enough for paper and mails, as JPEG. */
export async function readImage(
  { client }: { client: ActingClient },
  { connectorId, path }: ImageTile,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<Buffer> {
  const body = { connector: { id: connectorId }, path, size: 640 as const };
  const options = signal ? { signal } : {};
  const { base64 } = await client.call(viewRoutes.picture, { body }, options);
  const sharp = await loadSharp();
  return sharp(Buffer.from(base64, 'base64'))
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 82 })
    .toBuffer();
}
