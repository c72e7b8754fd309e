import { can } from '@causeway/contract/access.ts';
import type { AskedFilters } from '@causeway/contract/dashboards/asked.ts';
import {
  subscriptionRoutes,
  type DashboardSubscription,
} from '@causeway/contract/dashboards/subscriptions.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { ActionIcon, Button, Modal, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { notifyError } from '#platform/notify-error.ts';
import { useDiscardQuestion, useTypedGuard } from '#platform/navigation/use-typed-guard.ts';
import { useCurrentUser } from '#platform/session/user-query.ts';
import { Icon } from '#ui/icon.tsx';
import { useProjectFormats } from '../use-project-formats.ts';
import { refreshOutside, subscriptionsQuery, type Place } from './outside-queries.ts';
import classes from './outside.module.css';
import { SubscriptionForm } from './subscription-form.tsx';
import { weekdayName } from '../weekday-name.ts';

type SubscriptionsDialogProps = {
  place: Place;
  project: Project;
  asked: AskedFilters;
  onClose: () => void;
};

/** Who gets the dashboard by mail, and when. */
export default function SubscriptionsDialog(props: SubscriptionsDialogProps) {
  const { place, project, asked, onClose } = props;
  const { t } = useTranslation('dashboards');
  const user = useCurrentUser();
  const subscriptions = useQuery(subscriptionsQuery(place));
  const [changedId, setChangedId] = useState<string>();
  const changed = subscriptions.data?.find(({ id }) => id === changedId);
  const [isTyped, setTyped] = useState(false);
  const guard = useTypedGuard(onClose, isTyped);
  const mayDiscard = useDiscardQuestion();
  async function change(id: string) {
    if (id === changedId || (isTyped && !(await mayDiscard()))) return;
    setTyped(false);
    setChangedId(id);
  }
  const mayChangeAll = can(project.role, 'dashboards.write');
  return (
    <Modal
      opened
      {...guard}
      title={t('out.subscribe')}
      size={560}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Stack gap="sm">
        <p className={classes.line}>
          {t('out.subscribeLine', { zone: project.settings.timeZone })}
        </p>
        <SubscriptionForm
          key={changed?.id ?? user.id}
          place={place}
          project={project}
          asked={asked}
          changed={changed}
          onTyped={setTyped}
          onDone={() => setChangedId(undefined)}
        />
        <ul className={classes.list}>
          {subscriptions.data?.map((one) => (
            <Subscription
              key={one.id}
              place={place}
              subscription={one}
              onChange={mayChangeAll || one.isMine ? () => void change(one.id) : undefined}
            />
          ))}
        </ul>
      </Stack>
    </Modal>
  );
}

type SubscriptionProps = {
  place: Place;
  subscription: DashboardSubscription;
  onChange: (() => void) | undefined;
};

function Subscription({ place, subscription, onChange }: SubscriptionProps) {
  const { t, i18n } = useTranslation('dashboards');
  const { dateTime } = useProjectFormats();
  const params = { ...place, subscriptionId: subscription.id };
  const test = useMutation({ mutationFn: () => api.call(subscriptionRoutes.test, { params }) });
  /** Who changes it, were it in nothing, is who it is sent for. */
  async function takeOver() {
    const { rhythm, weekday, minute, asked } = subscription;
    const recipients = subscription.recipients.map(({ id }) => id);
    const body = { rhythm, weekday, minute, asked, recipients };
    await api.call(subscriptionRoutes.update, { params, body });
    await refreshOutside('subscriptions', place);
  }
  async function remove() {
    await api.call(subscriptionRoutes.remove, { params });
    await refreshOutside('subscriptions', place);
  }
  function state(): string {
    const { isHeld, unknownZone: zone, nextAt } = subscription;
    if (isHeld) return t('out.held');
    return zone === null ? t('out.next', { time: dateTime(nextAt) }) : t('out.waits', { zone });
  }
  const names = subscription.recipients
    .filter(({ isUnsubscribed }) => !isUnsubscribed)
    .map(({ name }) => name);
  const outside = subscription.outside.map(({ email, state }) => {
    const how = t(`out.guests.${state}`);
    return `${email} (${how})`;
  });
  return (
    <li className={classes.item}>
      <div className={classes.head}>
        <strong>{state()}</strong>
        {subscription.isHeld && onChange && (
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => void takeOver().catch(notifyError)}
          >
            {t('out.takeOver')}
          </Button>
        )}
        <Button
          size="compact-xs"
          variant="default"
          loading={test.isPending}
          onClick={() => test.mutate()}
        >
          {t(test.isSuccess ? 'out.tested' : 'out.test')}
        </Button>
        {onChange && (
          <ActionIcon
            variant="subtle"
            size={24}
            aria-label={t('out.changeSubscription')}
            title={t('out.changeSubscription')}
            onClick={onChange}
          >
            <Icon name="edit" size={14} />
          </ActionIcon>
        )}
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
        · {[...names, ...outside].join(', ') || '—'}
      </p>
      {test.error && <p role="alert">{errorText(test.error)}</p>}
    </li>
  );
}
