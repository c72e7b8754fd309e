import type { Tile } from '@causeway/contract/dashboards/dashboards.ts';
import { viewRoutes } from '@causeway/contract/storage/view.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { Icon } from '#ui/icon.tsx';
import classes from './image-body.module.css';
import { TileFrame } from './tile-frame.tsx';

type ImageTile = Extract<Tile, { kind: 'image' }>;

/** Signed for a while; asked anew before that ends. */
const FRESH_MS = 10 * 60_000;

/** A picture of a bucket, read with the rights of who looks. */
export function ImageBody({ tile }: { tile: ImageTile }) {
  const { t } = useTranslation('dashboards');
  const { connectorId, path, alt, fit, title } = tile;
  const { data, error } = useQuery({
    queryKey: ['dashboards', 'image', connectorId, path],
    queryFn: ({ signal }) =>
      api.call(
        viewRoutes.viewUrls,
        { body: { connector: { id: connectorId }, paths: [path] } },
        { signal },
      ),
    staleTime: FRESH_MS,
  });
  const url = data?.[0]?.url;
  const [broken, setBroken] = useState<string>();
  const isBroken = url !== undefined && broken === url;
  return (
    <TileFrame title={title}>
      <div className={classes.frame}>
        {url && !isBroken && (
          <img
            src={url}
            alt={alt || t('image.unnamed')}
            data-fit={fit}
            loading="lazy"
            onError={() => setBroken(url)}
          />
        )}
        {isBroken && (
          <p className={classes.failed} role="alert">
            <Icon name="warning" size={16} /> {t('image.broken', { path })}
          </p>
        )}
        {error && (
          <p className={classes.failed} role="alert">
            <Icon name="warning" size={16} /> {errorText(error)}
          </p>
        )}
      </div>
    </TileFrame>
  );
}
