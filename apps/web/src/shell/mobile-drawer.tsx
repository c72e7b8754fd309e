import { ActionIcon, Drawer } from '@mantine/core';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import { ConnectorSwitcher } from './header/connector-switcher.tsx';
import { LanguageButton } from './header/language-button.tsx';
import { ThemeButton } from './header/theme-button.tsx';
import classes from './mobile-drawer.module.css';
import { Sidebar } from './sidebar/sidebar.tsx';

/** The sidebar on a small screen; going somewhere closes it. */
export default function MobileDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell');
  const href = useRouterState({ select: (state) => state.location.href });
  const openedAt = useRef(href);
  useEffect(() => {
    if (href !== openedAt.current) onClose();
  }, [href, onClose]);
  return (
    <Drawer
      opened
      onClose={onClose}
      size={300}
      padding={0}
      withCloseButton={false}
      attributes={{ content: { 'aria-label': t('sidebar.label') } }}
      classNames={{ content: classes.content ?? '', body: classes.body ?? '' }}
    >
      <div className={classes.top}>
        <ConnectorSwitcher />
        <ActionIcon className={classes.close} aria-label={t('drawer.close')} onClick={onClose}>
          <Icon name="close" size={18} />
        </ActionIcon>
      </div>
      <div className={classes.sidebar}>
        <Sidebar />
      </div>
      <div className={classes.footer}>
        <LanguageButton />
        <ThemeButton />
      </div>
    </Drawer>
  );
}
