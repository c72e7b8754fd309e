import { Outlet } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { BrandMark } from './brand.tsx';
import classes from './guest-layout.module.css';
import { GuestPreferences } from './guest-preferences.tsx';

export default function GuestLayout() {
  const { t } = useTranslation('shell');
  return (
    <div className={classes.frame}>
      <header className={classes.header}>
        <span className={classes.brand}>
          <BrandMark />
          Causeway
        </span>
        <GuestPreferences />
      </header>
      <main className={classes.main}>
        <Outlet />
      </main>
      <footer className={classes.footer}>{t('tagline')}</footer>
    </div>
  );
}
