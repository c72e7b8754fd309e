import { useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { pageNameOf } from './page-names.ts';
import classes from './shell-layout.module.css';

/** Says where one has arrived: the title of the window names the project, not the page. */
export function PageAnnouncer() {
  const { t } = useTranslation('shell');
  const href = useRouterState({ select: (state) => state.resolvedLocation?.publicHref });
  return (
    <output className={classes.announcer} aria-live="polite">
      {href && pageNameOf(href, t)}
    </output>
  );
}
