import { findOwnPath, linkKindOf, linkKinds, parseLink } from '@causeway/contract/links.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { Icon } from '#ui/icon.tsx';
import classes from './link-card.module.css';
import { ownHosts } from './own-hosts.ts';

/** LINK-4: a link in a chat or a snippet. One that is not ours is shown, but can not be followed. */
export function LinkCard({ href }: { href: string }) {
  const { t } = useTranslation('link-card');
  const link = parseLink(href, ownHosts());
  const kind = linkKindOf(link);
  return (
    <CardFrame href={href} isValid={link.isValid}>
      <span className={classes.icon}>
        <Icon name={linkKinds[kind].icon} size={18} />
      </span>
      <span className={classes.words}>
        <span className={classes.title}>{t(`${kind}.title`)}</span>
        <span className={classes.description}>{t(`${kind}.description`)}</span>
        <span className={classes.address}>{link.isValid ? (link.path ?? '/') : href}</span>
      </span>
      {link.isValid && <Icon name="arrowRight" className={classes.arrow} />}
    </CardFrame>
  );
}

type CardFrameProps = { href: string; isValid: boolean; children: ReactNode };

function CardFrame({ href, isValid, children }: CardFrameProps) {
  if (!isValid) return <span className={`${classes.card} ${classes.invalid}`}>{children}</span>;
  const path = findOwnPath(href, [location.host]);
  if (path === undefined) {
    return (
      <a className={classes.card} href={href} rel="noreferrer">
        {children}
      </a>
    );
  }
  return (
    <AppLink className={classes.card} href={path}>
      {children}
    </AppLink>
  );
}
