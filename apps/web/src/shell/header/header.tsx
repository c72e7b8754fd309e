import { ActionIcon } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';
import { KeyHint } from '#ui/key-hint.tsx';
import { BrandMark } from '../brand.tsx';
import type { Panes } from '../panes/use-panes.ts';
import { AccountButton } from './account-button.tsx';
import { ConnectorSwitcher } from './connector-switcher.tsx';
import classes from './header.module.css';
import { LanguageButton } from './language-button.tsx';
import { ProjectSwitcher } from './project-switcher.tsx';
import { BellButton } from '../inbox/bell-button.tsx';
import { RunsButton } from '../runs/runs-button.tsx';
import { ThemeButton } from './theme-button.tsx';

type HeaderProps = {
  panes: Panes;
  onOpenPalette: () => void;
  onOpenShortcuts: () => void;
  /** Only its room. */
  isEmpty: boolean;
};

export function Header({ panes, onOpenPalette, onOpenShortcuts, isEmpty }: HeaderProps) {
  const { t } = useTranslation('shell');
  if (isEmpty) return <header className={classes.header} />;
  return (
    <header className={classes.header}>
      <div className={classes.start}>
        <PaneToggle icon="sidebar" label={t('panes.left')} keys="mod+B" pane={panes.left} />
        <AppLink href="/" className={classes.brand} aria-label={t('home')}>
          <BrandMark />
        </AppLink>
        <ProjectSwitcher />
        <ConnectorSwitcher />
      </div>
      <button type="button" className={classes.search} onClick={onOpenPalette}>
        <Icon name="search" size={14} />
        <span className={classes.searchText}>{t('palette.open')}</span>
        <KeyHint keys="mod+K" />
      </button>
      <div className={classes.end}>
        <RunsButton />
        <BellButton />
        <PaneToggle icon="paneBottom" label={t('panes.bottom')} keys="mod+J" pane={panes.bottom} />
        <PaneToggle icon="paneRight" label={t('panes.right')} keys="mod+I" pane={panes.right} />
        <span className={classes.divider} aria-hidden />
        <LanguageButton />
        <ThemeButton />
        <AccountButton onOpenShortcuts={onOpenShortcuts} />
      </div>
    </header>
  );
}

type PaneToggleProps = {
  icon: IconName;
  label: string;
  keys: string;
  pane: { isOpen: boolean; toggle: () => void };
};

function PaneToggle({ icon, label, keys, pane }: PaneToggleProps) {
  return (
    <ActionIcon
      aria-label={label}
      aria-pressed={pane.isOpen}
      aria-keyshortcuts={keys.replace('mod', 'Control')}
      title={label}
      onClick={pane.toggle}
    >
      <Icon name={icon} />
    </ActionIcon>
  );
}
