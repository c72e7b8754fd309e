import type { Tile } from '@causeway/contract/dashboards/dashboards.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { Icon } from '#ui/icon.tsx';
import classes from './link-body.module.css';

/** A card that leads somewhere else: a page of the product, or an address of the web. */
export function LinkBody({ tile }: { tile: Extract<Tile, { kind: 'link' }> }) {
  const { title, text, href } = tile;
  const isOutside = !href.startsWith('/');
  const inside = (
    <>
      <span className={classes.words}>
        <strong>{title || href}</strong>
        {text && <span>{text}</span>}
      </span>
      <Icon name={isOutside ? 'external' : 'arrowRight'} size={16} />
    </>
  );
  return isOutside ? (
    <a className={classes.card} href={href} target="_blank" rel="noreferrer noopener">
      {inside}
    </a>
  ) : (
    <AppLink className={classes.card} href={href}>
      {inside}
    </AppLink>
  );
}
