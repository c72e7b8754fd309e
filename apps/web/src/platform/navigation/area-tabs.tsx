import { useLocation } from '@tanstack/react-router';
import { AppLink } from './app-link.tsx';
import classes from './area-tabs.module.css';

type AreaTab = {
  href: string;
  label: string;
  /** Where pages share a path and differ in what stands behind it. */
  isCurrent?: boolean;
};
type AreaTabsProps = { label: string; tabs: AreaTab[] };

/** The pages of one area, as links above each of them. */
export function AreaTabs({ label, tabs }: AreaTabsProps) {
  const current = useLocation({ select: ({ publicHref }) => pathOf(publicHref) });
  return (
    <nav className={classes.tabs} aria-label={label}>
      {tabs.map((tab) => {
        const isCurrent = tab.isCurrent ?? pathOf(tab.href) === current;
        return (
          <AppLink
            key={tab.href}
            ref={isCurrent ? keepInView : undefined}
            href={tab.href}
            className={classes.tab}
            aria-current={isCurrent ? 'page' : undefined}
          >
            {tab.label}
          </AppLink>
        );
      })}
    </nav>
  );
}

/** On a phone the row of tabs is wider than the screen. */
function keepInView(tab: HTMLAnchorElement | null): void {
  tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

function pathOf(href: string): string {
  return href.split(/[?#]/)[0] ?? '';
}
