import '@mantine/notifications/styles.layer.css';
import { MantineThemeProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import classes from './notifications-view.module.css';

export default function NotificationsView() {
  const { t } = useTranslation('ui');
  // Whoever shows one has not to think of the name of its cross.
  const closeButtonProps = { 'aria-label': t('dismiss') };
  const theme = { components: { Notification: { defaultProps: { closeButtonProps } } } };
  return (
    <MantineThemeProvider inherit theme={theme}>
      <Notifications position="bottom-right" limit={4} className={classes.place} />
    </MantineThemeProvider>
  );
}
