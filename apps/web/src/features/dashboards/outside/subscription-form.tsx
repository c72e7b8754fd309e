import { can } from '@causeway/contract/access.ts';
import type { AskedFilters } from '@causeway/contract/dashboards/asked.ts';
import {
  type DashboardSubscription,
  MOST_GUESTS,
  subscriptionRoutes,
} from '@causeway/contract/dashboards/subscriptions.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { Button, Group, MultiSelect, NativeSelect, TagsInput, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { membersQuery } from '#domain/members/members-query.ts';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { useCurrentUser } from '#platform/session/user-query.ts';
import { refreshOutside, type Place } from './outside-queries.ts';
import classes from './outside.module.css';
import { weekdayName } from '../weekday-name.ts';

type SubscriptionFormProps = {
  place: Place;
  project: Project;
  /** Of a new one; one that is changed keeps its own. */
  asked: AskedFilters;
  changed: DashboardSubscription | undefined;
  /** Whether it holds what is not saved yet and would have to be typed again. */
  onTyped: (isTyped: boolean) => void;
  onDone: () => void;
};

const rhythms = ['daily', 'weekdays', 'weekly'] as const;

/** When a dashboard comes by mail, and to whom. */
export function SubscriptionForm(props: SubscriptionFormProps) {
  const { place, project, asked, changed, onTyped, onDone } = props;
  const { t, i18n } = useTranslation('dashboards');
  const user = useCurrentUser();
  const members = useQuery(membersQuery(place.projectId));
  const [rhythm, setRhythm] = useState<(typeof rhythms)[number]>(changed?.rhythm ?? 'weekdays');
  const [weekday, setWeekday] = useState(changed?.weekday ?? 1);
  const [time, setTime] = useState(changed ? clockOf(changed.minute) : '08:00');
  const [recipients, setRecipients] = useState<string[]>(
    changed?.recipients.map(({ id }) => id) ?? [user.id],
  );
  // Who unsubscribed stays so, whatever is sent: they take no place of others.
  const [outside, setOutside] = useState<string[]>(
    changed?.outside.flatMap(({ email, state }) => (state === 'unsubscribed' ? [] : email)) ?? [],
  );
  const mayAddOthers = can(project.role, 'dashboards.write');
  const domains = project.settings.mailDomains;
  const save = useMutation({
    mutationFn: () => {
      const [hour = 0, minute = 0] = time.split(':').map(Number);
      const when = { rhythm, weekday, minute: hour * 60 + minute };
      const body = {
        ...when,
        recipients,
        asked: changed?.asked ?? asked,
        ...(mayAddOthers && { outside }),
      };
      if (!changed) return api.call(subscriptionRoutes.create, { params: place, body });
      const params = { ...place, subscriptionId: changed.id };
      return api.call(subscriptionRoutes.update, { params, body });
    },
    onSuccess: async () => {
      await refreshOutside('subscriptions', place);
      done();
    },
  });
  function done() {
    onTyped(false);
    onDone();
  }
  return (
    <>
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
          onChange={({ currentTarget }) => {
            setTime(currentTarget.value || '08:00');
            onTyped(true);
          }}
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
      {mayAddOthers && (domains.length > 0 || outside.length > 0) && (
        <TagsInput
          label={t('out.outside')}
          description={t('out.outsideLine', { domains: domains.join(', ') || '—' })}
          placeholder={domains[0] === undefined ? '' : `name@${domains[0]}`}
          maxTags={MOST_GUESTS}
          splitChars={[',', ';', ' ']}
          acceptValueOnBlur
          value={outside}
          onChange={(emails) => {
            setOutside(emails);
            onTyped(true);
          }}
          onSearchChange={(typed) => typed !== '' && onTyped(true)}
        />
      )}
      {save.error && <p role="alert">{errorText(save.error)}</p>}
      <Group justify="flex-end">
        {changed && (
          <Button variant="default" onClick={done}>
            {t('out.cancel')}
          </Button>
        )}
        <Button
          loading={save.isPending}
          disabled={recipients.length === 0}
          onClick={() => save.mutate()}
        >
          {t(changed ? 'save' : 'out.subscribeNow')}
        </Button>
      </Group>
    </>
  );
}

function clockOf(minute: number): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}
