import { useTranslation } from 'react-i18next';
import { PersonMark } from '#platform/people/person-mark.tsx';
import { useCurrentUser } from '#platform/session/user-query.ts';
import { OnDemand } from '../on-demand.tsx';
import classes from './header.module.css';

export function AccountButton({ onOpenShortcuts }: { onOpenShortcuts: () => void }) {
  const { t } = useTranslation('shell');
  const { name, avatar } = useCurrentUser();
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
          <PersonMark name={name} avatar={avatar} />
        </button>
      }
    />
  );
}
