import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '#platform/session/user-query.ts';
import { OnDemand } from '../on-demand.tsx';
import classes from './header.module.css';

export function AccountButton({ onOpenShortcuts }: { onOpenShortcuts: () => void }) {
  const { t } = useTranslation('shell');
  const { name } = useCurrentUser();
  return (
    <OnDemand
      load={() => import('./account-menu.tsx')}
      props={{ onOpenShortcuts }}
      trigger={
        <button
          type="button"
          className={classes.avatarPlace}
          aria-label={t('account.menu', { name })}
          aria-haspopup="menu"
        >
          <span className={classes.avatar} data-initials={initialsOf(name)} />
        </button>
      }
    />
  );
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => word?.[0] ?? '');
  return letters.join('').toUpperCase();
}
