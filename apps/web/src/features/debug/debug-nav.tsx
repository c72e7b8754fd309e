import { useTranslation } from 'react-i18next';
import { AppLink } from '#platform/navigation/app-link.tsx';
import classes from './debug-nav.module.css';

const pages = [
  ['/debug', 'pages.state'],
  ['/_debug/ui', 'pages.ui'],
  ['/_debug/artifacts', 'pages.artifacts'],
  ['/_debug/link-artifacts', 'pages.links'],
  ['/_debug/sql-artifact', 'pages.sql'],
  ['/_debug/ai', 'pages.stream'],
  ['/void', 'pages.void'],
] as const;

export function DebugNav({ current }: { current: (typeof pages)[number][0] }) {
  const { t } = useTranslation('debug');
  return (
    <nav className={classes.nav} aria-label={t('pages.label')}>
      {pages.map(([href, label]) => (
        <AppLink
          key={href}
          ref={href === current ? scrollIntoNav : undefined}
          href={href}
          className={classes.link}
          aria-current={href === current ? 'page' : undefined}
        >
          {t(label)}
        </AppLink>
      ))}
    </nav>
  );
}

/** On a narrow screen the page one is on may stand outside the part that is seen. */
function scrollIntoNav(link: HTMLAnchorElement | null): void {
  link?.scrollIntoView({ block: 'nearest', inline: 'center' });
}
