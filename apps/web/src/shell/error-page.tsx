import { Button } from '@mantine/core';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { errorText } from '#platform/i18n/error-text.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import classes from './error-page.module.css';

/** The generic error page: what a page that could not be shown leaves in its place. */
export function ErrorPage({ error, reset }: Partial<ErrorComponentProps>) {
  const { t } = useTranslation('shell');
  const router = useRouter();
  async function tryAgain() {
    await router.invalidate();
    reset?.();
  }
  return (
    <section className={classes.page}>
      <h1 className={classes.title}>{t('error.title')}</h1>
      <p className={classes.line}>{t('error.line')}</p>
      {error !== undefined && <pre className={classes.detail}>{errorText(error)}</pre>}
      <div className={classes.actions}>
        {error !== undefined && (
          <Button onClick={() => void tryAgain()}>{t('error.tryAgain')}</Button>
        )}
        <Button component={AppLink} href="/" variant="default">
          {t('error.home')}
        </Button>
      </div>
    </section>
  );
}
