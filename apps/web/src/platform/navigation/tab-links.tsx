import { AppLink } from './app-link.tsx';
import classes from './tab-links.module.css';

type TabLink = { href: string; label: string; isCurrent: boolean };
type TabLinksProps = { label: string; tabs: readonly TabLink[] };

/** Pages that belong together, as links above each of them. */
export function TabLinks({ label, tabs }: TabLinksProps) {
  return (
    <nav className={classes.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <AppLink
          key={tab.href}
          ref={tab.isCurrent ? keepInView : undefined}
          href={tab.href}
          className={classes.tab}
          aria-current={tab.isCurrent ? 'page' : undefined}
        >
          {tab.label}
        </AppLink>
      ))}
    </nav>
  );
}

/** On a phone the row of tabs is wider than the screen. */
function keepInView(tab: HTMLAnchorElement | null): void {
  tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
