import { can } from '@causeway/contract/access.ts';
import type { AskedFilters } from '@causeway/contract/dashboards/asked.ts';
import {
  subscriptionRoutes,
  type DashboardSubscription,
} from '@causeway/contract/dashboards/subscriptions.ts';
import type { Project } from '@causeway/contract/projects.ts';
import {
  ActionIcon,
  Button,
  Group,
  Modal,
  MultiSelect,
  NativeSelect,
  Stack,
  TextInput,
} from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { membersQuery } from '#domain/members/members-query.ts';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { notifyError } from '#platform/notify-error.ts';
import { useCurrentUser } from '#platform/session/user-query.ts';
import { Icon } from '#ui/icon.tsx';
import { useProjectFormats } from '../use-project-formats.ts';
import { refreshOutside, subscriptionsQuery, type Place } from './outside-queries.ts';
import classes from './outside.module.css';

type SubscriptionsDialogProps = {
  place: Place;
  project: Project;
  asked: AskedFilters;
  onClose: () => void;
};

const rhythms = ['daily', 'weekdays', 'weekly'] as const;

/** Who gets the dashboard by mail, and when. */
export default function SubscriptionsDialog(props: SubscriptionsDialogProps) {
  const { place, project, asked, onClose } = props;
  const { t, i18n } = useTranslation('dashboards');
  const user = useCurrentUser();
  const subscriptions = useQuery(subscriptionsQuery(place));
  const members = useQuery(membersQuery(place.projectId));
  const [rhythm, setRhythm] = useState<(typeof rhythms)[number]>('weekdays');
  const [weekday, setWeekday] = useState(1);
  const [time, setTime] = useState('08:00');
  const [recipients, setRecipients] = useState<string[]>([user.id]);
  const make = useMutation({
    mutationFn: () => {
      const [hour = 0, minute = 0] = time.split(':').map(Number);
      const body = { rhythm, weekday, minute: hour * 60 + minute, recipients, asked };
      return api.call(subscriptionRoutes.create, { params: place, body });
    },
    onSuccess: () => refreshOutside('subscriptions', place),
  });
  const mayAddOthers = can(project.role, 'dashboards.write');
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('out.subscribe')}
      size={560}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Stack gap="sm">
        <p className={classes.line}>
          {t('out.subscribeLine', { zone: project.settings.timeZone })}
        </p>
        <div className={classes.when}>
          <NativeSelect
            label={t('out.rhythm')}
            value={rhythm}
            data={rhythms.map((one) => ({ value: one, label: t(`out.rhythms.${one}`) }))}
            onChange={({ currentTarget: { value } }) =>
              setRhythm(rhythms.find((one) => one === value) ?? rhythm)
            }
          />
          {rhythm === 'weekly' && (
            <NativeSelect
              label={t('out.weekday')}
              value={String(weekday)}
              data={[1, 2, 3, 4, 5, 6, 7].map((day) => ({
                value: String(day),
                label: weekdayName(day, i18n.language),
              }))}
              onChange={({ currentTarget: { value } }) => setWeekday(Number(value))}
            />
          )}
          <TextInput
            type="time"
            label={t('out.time')}
            value={time}
            onChange={({ currentTarget }) => setTime(currentTarget.value || '08:00')}
          />
        </div>
        {mayAddOthers && (
          <MultiSelect
            label={t('out.recipients')}
            data={(members.data?.members ?? []).map(({ userId, name }) => ({
              value: userId,
              label: name,
            }))}
            value={recipients}
            onChange={setRecipients}
            searchable
          />
        )}
        {make.error && <p role="alert">{errorText(make.error)}</p>}
        <Group justify="flex-end">
          <Button
            loading={make.isPending}
            disabled={recipients.length === 0}
            onClick={() => make.mutate()}
          >
            {t('out.subscribeNow')}
          </Button>
        </Group>
        <ul className={classes.list}>
          {subscriptions.data?.map((one) => (
            <Subscription key={one.id} place={place} subscription={one} />
          ))}
        </ul>
      </Stack>
    </Modal>
  );
}

type SubscriptionProps = { place: Place; subscription: DashboardSubscription };

function Subscription({ place, subscription }: SubscriptionProps) {
  const { t, i18n } = useTranslation('dashboards');
  const { dateTime } = useProjectFormats();
  const params = { ...place, subscriptionId: subscription.id };
  const test = useMutation({ mutationFn: () => api.call(subscriptionRoutes.test, { params }) });
  async function remove() {
    await api.call(subscriptionRoutes.remove, { params });
    await refreshOutside('subscriptions', place);
  }
  const names = subscription.recipients
    .filter(({ isUnsubscribed }) => !isUnsubscribed)
    .map(({ name }) => name);
  return (
    <li className={classes.item}>
      <div className={classes.head}>
        <strong>
          {subscription.isHeld
            ? t('out.held')
            : t('out.next', { time: dateTime(subscription.nextAt) })}
        </strong>
        <Button
          size="compact-xs"
          variant="default"
          loading={test.isPending}
          onClick={() => test.mutate()}
        >
          {t(test.isSuccess ? 'out.tested' : 'out.test')}
        </Button>
        <ActionIcon
          variant="subtle"
          size={24}
          aria-label={t('out.removeSubscription')}
          title={t('out.removeSubscription')}
          onClick={() => void remove().catch(notifyError)}
        >
          <Icon name="trash" size={14} />
        </ActionIcon>
      </div>
      <p className={classes.line}>
        {subscription.rhythm === 'weekly'
          ? t('out.everyWeek', { day: weekdayName(subscription.weekday, i18n.language) })
          : t(`out.rhythms.${subscription.rhythm}`)}{' '}
        · {names.join(', ') || '—'}
      </p>
      {test.error && <p role="alert">{errorText(test.error)}</p>}
    </li>
  );
}

/** 1 is Monday. */
function weekdayName(day: number, language: string): string {
  // The first of January 2024 was one.
  const date = new Date(Date.UTC(2024, 0, day));
  return new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(date);
}
