import { useRouterState } from '@tanstack/react-router';
import { usePageLooks } from '#platform/navigation/page-name.ts';
import classes from './shell-layout.module.css';

/** Says where one has arrived: the title of the window names the project, not the page. */
export function PageAnnouncer() {
  const { nameOf } = usePageLooks();
  const href = useRouterState({ select: (state) => state.resolvedLocation?.publicHref });
  return (
    <output className={classes.announcer} aria-live="polite">
      {href && nameOf(href)}
    </output>
  );
}
