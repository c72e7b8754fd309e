import { Button } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { AppLink } from '#platform/navigation/app-link.tsx';
import classes from './error-page.module.css';

/** NAV-5. The address that was asked for is told as the not-found error; /error/404 itself has none. */
export function NotFoundPage() {
  const { t } = useTranslation('shell');
  const path = useLocation({ select: ({ publicHref }) => publicHref.split(/[?#]/)[0] ?? '' });
  return (
    <section className={classes.page}>
      <p className={classes.number} aria-hidden>
        404
      </p>
      <h1 className={classes.title}>{t('notFound.title')}</h1>
      <p className={classes.line}>{t('notFound.line')}</p>
      {path !== '/error/404' && <pre className={classes.detail}>{`Page Not Found: ${path}`}</pre>}
      <div className={classes.actions}>
        <Button component={AppLink} href="/">
          {t('error.home')}
        </Button>
      </div>
    </section>
  );
}
