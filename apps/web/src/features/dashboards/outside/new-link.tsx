import type { AskedFilters } from '@causeway/contract/dashboards/asked.ts';
import { isTypedInto } from '@causeway/contract/dashboards/filters.ts';
import { choicesQueryOf, emptyLocks } from '@causeway/contract/dashboards/link-locks.ts';
import { LINK_DAYS, publicLinkRoutes } from '@causeway/contract/dashboards/links.ts';
import { Button, Checkbox, Group, MultiSelect, PasswordInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dashboardQuery } from '#domain/dashboards/dashboards-query.ts';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { CopyButton } from '#ui/copy-button.tsx';
import { WholeNumberInput } from '#ui/whole-number-input.tsx';
import { LockedFilters } from './locked-filters.tsx';
import { refreshOutside, type Place } from './outside-queries.ts';
import classes from './outside.module.css';

type NewLinkProps = {
  place: Place;
  asked: AskedFilters;
  zone: string;
  /** What would be lost with the dialog. */
  onTyped: (isTyped: boolean) => void;
};

/** What a link shows and lets its readers do; its address is told once. */
export function NewLink({ place, asked, zone, onTyped }: NewLinkProps) {
  const { t } = useTranslation('dashboards');
  const { data: dashboard } = useQuery(dashboardQuery(place.projectId, place.dashboardId));
  const [days, setDays] = useState<number>(LINK_DAYS);
  const [password, setPassword] = useState('');
  const [released, setReleased] = useState<string[]>([]);
  const [locked, setLocked] = useState<AskedFilters>({});
  const [isFree, setIsFree] = useState(false);
  const filters = dashboard?.filters ?? [];
  const opened = filters.filter(({ slug }) => released.includes(slug));
  /** Anything can be typed into these: they can be used to try what is hidden. */
  const free = opened.filter(isTypedInto);
  const make = useMutation({
    mutationFn: () =>
      api.call(publicLinkRoutes.create, {
        params: place,
        body: {
          days,
          released,
          locked,
          allowsFreeValues: isFree && free.length > 0,
          ...(password !== '' && { password }),
        },
      }),
    onSuccess: () => {
      onTyped(false);
      return refreshOutside('links', place);
    },
  });
  if (make.data) {
    const address = `${location.origin}/shared#${make.data.token}`;
    return (
      <>
        <Group gap={6} wrap="nowrap">
          <code className={classes.token}>{address}</code>
          <CopyButton value={address} />
        </Group>
        <p className={classes.line}>{t('out.toldOnce')}</p>
      </>
    );
  }
  /** Their choices would tell what the fixed values are there to hide. */
  const untold = opened.filter(
    (filter) =>
      dashboard &&
      filter.optionsFrom &&
      filter.options.length === 0 &&
      !choicesQueryOf(filter, dashboard, locked),
  );
  const empty = emptyLocks(filters, locked);
  const namesOf = (some: readonly { label: string }[]) => some.map(({ label }) => label).join(', ');
  return (
    <>
      <Group grow align="start">
        <WholeNumberInput label={t('out.days')} min={1} max={366} value={days} onChange={setDays} />
        <PasswordInput
          label={t('out.password')}
          placeholder={t('out.noPassword')}
          value={password}
          onChange={({ currentTarget: { value } }) => {
            setPassword(value);
            onTyped(value !== '');
          }}
        />
      </Group>
      {dashboard && filters.length > 0 && (
        <>
          <MultiSelect
            label={t('out.released')}
            description={t('out.releasedLine')}
            data={filters
              .filter(({ slug }) => !(`f.${slug}` in locked))
              .map(({ slug, label }) => ({ value: slug, label }))}
            value={released}
            onChange={setReleased}
          />
          <LockedFilters
            dashboard={dashboard}
            asked={asked}
            locked={locked}
            released={released}
            zone={zone}
            onChange={setLocked}
          />
        </>
      )}
      {empty.length > 0 && (
        <p className={classes.line}>{t('out.lockNeeds', { names: namesOf(empty) })}</p>
      )}
      {untold.length > 0 && (
        <p className={classes.line}>{t('out.untold', { names: namesOf(untold) })}</p>
      )}
      {free.length > 0 && (
        <Checkbox
          label={t('out.free', { names: namesOf(free) })}
          checked={isFree}
          onChange={({ currentTarget: { checked } }) => setIsFree(checked)}
        />
      )}
      {make.error && <p role="alert">{errorText(make.error)}</p>}
      <Group justify="flex-end">
        <Button
          loading={make.isPending}
          disabled={(free.length > 0 && !isFree) || empty.length > 0}
          onClick={() => make.mutate()}
        >
          {t('out.makeLink')}
        </Button>
      </Group>
    </>
  );
}
