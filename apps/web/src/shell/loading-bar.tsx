import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './loading-bar.module.css';

export const THROTTLE_MS = 200;

/** SHELL-6: shows only what takes longer than 200 ms, then fills over 2000 ms (loading-bar.module.css). */
export function LoadingBar() {
  const isLoading = useRouterState({ select: (state) => state.isLoading });
  return isLoading ? <SlowBar /> : null;
}

export function SlowBar() {
  const { t } = useTranslation('shell');
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), THROTTLE_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isSlow) return null;
  return <progress className={classes.bar} aria-label={t('loading')} />;
}
