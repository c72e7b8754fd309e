import '@mantine/notifications/styles.layer.css';
import { Notifications } from '@mantine/notifications';
import classes from './notifications-view.module.css';

export default function NotificationsView() {
  return <Notifications position="bottom-right" limit={4} className={classes.place} />;
}
