import { alertRoutes, type DashboardAlert } from '@causeway/contract/dashboards/alerts.ts';
import { writeExactly } from '@causeway/contract/drawing/write-number.ts';
import { ActionIcon, Button, Group, Modal, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { regionOf } from '#platform/i18n/use-formats.ts';
import { notifyError } from '#platform/notify-error.ts';
import { alertsQuery } from '#domain/dashboards/alerts-query.ts';
import { Icon } from '#ui/icon.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { SkeletonLines } from '#ui/skeletons.tsx';
import { useProjectFormats } from '../use-project-formats.ts';
import AlertForm from './alert-form.tsx';
import { refreshOutside, type Place } from './outside-queries.ts';
import classes from './outside.module.css';

type AlertsDialogProps = { place: Place; mayChangeAll: boolean; onClose: () => void };

/** What is watched on a dashboard, how it stands, and its last checks. */
export default function AlertsDialog({ place, mayChangeAll, onClose }: AlertsDialogProps) {
  const { t } = useTranslation('dashboards');
  const alerts = useQuery(alertsQuery(place));
  const [changedId, setChangedId] = useState<string>();
  const changed = alerts.data?.find(({ id }) => id === changedId);
  if (changed) {
    const { condition } = changed;
    const isTable = condition.kind === 'row';
    return (
      <AlertForm
        key={changed.id}
        place={place}
        tile={{ id: changed.tileId, title: changed.name, isTable }}
        now={{}}
        columns={isTable ? condition.keys : []}
        asked={changed.asked}
        changed={changed}
        onClose={() => setChangedId(undefined)}
      />
    );
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('out.alerts')}
      size={560}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <QueryView query={alerts} skeleton={<SkeletonLines />}>
        {(list) =>
          list.length === 0 ? (
            <p className={classes.line}>{t('out.noAlerts')}</p>
          ) : (
            <ul className={classes.list}>
              {list.map((alert) => (
                <Alert
                  key={alert.id}
                  place={place}
                  alert={alert}
                  mayChangeAll={mayChangeAll}
                  onChange={() => setChangedId(alert.id)}
                />
              ))}
            </ul>
          )
        }
      </QueryView>
    </Modal>
  );
}

const QUIET_MINUTES = 24 * 60;

type AlertProps = {
  place: Place;
  alert: DashboardAlert;
  mayChangeAll: boolean;
  onChange: () => void;
};

function Alert({ place, alert, mayChangeAll, onChange }: AlertProps) {
  const { t, i18n } = useTranslation('dashboards');
  const { dateTime } = useProjectFormats();
  const [isChecking, setIsChecking] = useState(false);
  const params = { ...place, alertId: alert.id };
  const isSnoozed = alert.snoozedUntil !== null;
  async function act(work: () => Promise<unknown>) {
    await work();
    await refreshOutside('alerts', place);
  }
  const check = () => {
    setIsChecking(true);
    act(() => api.call(alertRoutes.check, { params }))
      .catch(notifyError)
      .finally(() => setIsChecking(false));
  };
  const snooze = () =>
    act(() =>
      api.call(alertRoutes.snooze, { params, body: { minutes: isSnoozed ? 0 : QUIET_MINUTES } }),
    );
  const [last] = alert.checks;
  const written = (value: string) => writeExactly(value, regionOf(i18n.language));
  const said = alert.isHeld
    ? t('out.held')
    : t(`out.state.${alert.state}`, { time: dateTime(alert.since) });
  return (
    <li className={classes.item}>
      <div className={classes.head}>
        <Icon name={alert.state === 'firing' ? 'error' : 'success'} size={16} />
        <strong>{alert.name}</strong>
        {alert.isHeld && (alert.isMine || mayChangeAll) && (
          <Button
            size="compact-xs"
            variant="default"
            onClick={() =>
              void act(() => api.call(alertRoutes.takeOver, { params })).catch(notifyError)
            }
          >
            {t('out.takeOver')}
          </Button>
        )}
        {alert.isMine && (
          <>
            <Button size="compact-xs" variant="default" loading={isChecking} onClick={check}>
              {t('out.checkNow')}
            </Button>
            <Button
              size="compact-xs"
              variant="default"
              onClick={() => void snooze().catch(notifyError)}
            >
              {t(isSnoozed ? 'out.wake' : 'out.snooze')}
            </Button>
            <ActionIcon
              variant="subtle"
              size={24}
              aria-label={t('out.changeAlert')}
              title={t('out.changeAlert')}
              onClick={onChange}
            >
              <Icon name="edit" size={14} />
            </ActionIcon>
          </>
        )}
        {(alert.isMine || mayChangeAll) && (
          <ActionIcon
            variant="subtle"
            size={24}
            aria-label={t('out.removeAlert')}
            title={t('out.removeAlert')}
            onClick={() =>
              void act(() => api.call(alertRoutes.remove, { params })).catch(notifyError)
            }
          >
            <Icon name="trash" size={14} />
          </ActionIcon>
        )}
      </div>
      <Stack gap={4}>
        <p className={classes.line}>
          {said} · {alert.author}
        </p>
        {last && (
          <p className={classes.line}>
            {t('out.lastCheck', {
              time: dateTime(last.checkedAt),
              value: last.error ?? written(last.value ?? '—'),
            })}
          </p>
        )}
        <Group gap={0}>
          <span className={classes.checks}>
            {alert.checks.toReversed().map(({ checkedAt, outcome, value }) => (
              <span
                key={checkedAt}
                className={classes.check}
                data-outcome={outcome}
                title={[
                  dateTime(checkedAt),
                  value === null ? t(`out.outcome.${outcome}`) : written(value),
                ].join(': ')}
              />
            ))}
          </span>
        </Group>
      </Stack>
    </li>
  );
}
