import { useLocation } from '@tanstack/react-router';
import { AppLink } from './app-link.tsx';
import classes from './area-tabs.module.css';

type AreaTabsProps = { label: string; tabs: { href: string; label: string }[] };

/** The pages of one area, as links above each of them. */
export function AreaTabs({ label, tabs }: AreaTabsProps) {
  const current = useLocation({ select: ({ publicHref }) => pathOf(publicHref) });
  return (
    <nav className={classes.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <AppLink
          key={tab.href}
          href={tab.href}
          className={classes.tab}
          aria-current={pathOf(tab.href) === current ? 'page' : undefined}
        >
          {tab.label}
        </AppLink>
      ))}
    </nav>
  );
}

function pathOf(href: string): string {
  return href.split(/[?#]/)[0] ?? '';
}
