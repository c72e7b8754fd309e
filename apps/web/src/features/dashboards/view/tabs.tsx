import type { DashboardTab } from '@causeway/contract/dashboards/dashboards.ts';
import { useTranslation } from 'react-i18next';
import classes from './tabs.module.css';

type TabsProps = {
  tabs: readonly DashboardTab[];
  openId: string | undefined;
  onOpen: (id: string) => void;
};

/** Pages of a dashboard; what is on the others is asked for when they are opened. */
export function Tabs({ tabs, openId, onOpen }: TabsProps) {
  const { t } = useTranslation('dashboards');
  if (tabs.length < 2) return null;
  const move = (step: number) => {
    const at = tabs.findIndex(({ id }) => id === openId);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (next) onOpen(next.id);
  };
  return (
    <div className={classes.tabs} role="tablist" aria-label={t('tabs.title')}>
      {tabs.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          role="tab"
          aria-selected={id === openId}
          tabIndex={id === openId ? 0 : -1}
          className={classes.tab}
          onClick={() => onOpen(id)}
          onKeyDown={({ key }) => {
            if (key === 'ArrowRight') move(1);
            if (key === 'ArrowLeft') move(-1);
          }}
        >
          {name}
        </button>
      ))}
    </div>
  );
}
