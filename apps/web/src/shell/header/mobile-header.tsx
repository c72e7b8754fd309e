import { ActionIcon } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { Icon } from '#ui/icon.tsx';
import { AccountButton } from './account-button.tsx';
import { EnvironmentMark } from './environment-mark.tsx';
import classes from './header.module.css';
import { BellButton } from '../inbox/bell-button.tsx';
import { RunsButton } from '../runs/runs-button.tsx';
import { ProjectSwitcher } from './project-switcher.tsx';

type MobileHeaderProps = {
  onOpenDrawer: () => void;
  onOpenPalette: () => void;
  onOpenShortcuts: () => void;
};

export function MobileHeader({ onOpenDrawer, onOpenPalette, onOpenShortcuts }: MobileHeaderProps) {
  const { t } = useTranslation('shell');
  const { connector } = useCurrentProject();
  return (
    <header className={classes.mobile}>
      <ActionIcon aria-label={t('drawer.open')} onClick={onOpenDrawer}>
        <Icon name="menu" size={18} />
      </ActionIcon>
      <div className={classes.grow}>
        <ProjectSwitcher />
      </div>
      <EnvironmentMark connector={connector} />
      <RunsButton />
      <BellButton />
      <ActionIcon aria-label={t('palette.open')} onClick={onOpenPalette}>
        <Icon name="search" size={18} />
      </ActionIcon>
      <AccountButton onOpenShortcuts={onOpenShortcuts} />
    </header>
  );
}
