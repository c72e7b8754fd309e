import { useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useScopedHref } from '#platform/current-project/use-current-project.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { Icon } from '#ui/icon.tsx';
import { nameIn, type KnownPage } from '../page-names.ts';
import classes from './sidebar.module.css';

export function SidebarPage({ page }: { page: KnownPage }) {
  const { i18n } = useTranslation('shell');
  const { path } = page;
  const scopedHref = useScopedHref();
  const current = useLocation({ select: ({ publicHref }) => publicHref.split(/[?#]/)[0] ?? '' });
  const isCurrent =
    current === path || (path === '/explore' && /^\/explore\/(?!import$)/.test(current));
  // A page of an area says in which one somebody is; once, though it may be listed twice.
  const isAbove = path !== '/' && !page.isWithin && current.startsWith(`${path}/`);
  return (
    <li>
      <AppLink
        className={classes.item}
        href={page.isScoped ? scopedHref(path) : path}
        aria-current={isCurrent ? 'page' : isAbove || undefined}
      >
        <Icon name={page.icon} />
        <span className={classes.itemText}>{nameIn(page, i18n.language)}</span>
      </AppLink>
    </li>
  );
}
