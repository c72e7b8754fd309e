import { isTypedInto } from '@causeway/contract/dashboards/filters.ts';
import { LINK_DAYS, publicLinkRoutes } from '@causeway/contract/dashboards/links.ts';
import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  Modal,
  MultiSelect,
  PasswordInput,
  Stack,
} from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dashboardQuery } from '#domain/dashboards/dashboards-query.ts';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { notifyError } from '#platform/notify-error.ts';
import { useTypedGuard } from '#platform/navigation/use-typed-guard.ts';
import { CopyButton } from '#ui/copy-button.tsx';
import { Icon } from '#ui/icon.tsx';
import { WholeNumberInput } from '#ui/whole-number-input.tsx';
import { useProjectFormats } from '../use-project-formats.ts';
import { linksQuery, refreshOutside, type Place } from './outside-queries.ts';
import classes from './outside.module.css';

type ShareDialogProps = {
  place: Place;
  /** The admins of the project let links be made. */
  isAllowed: boolean;
  onClose: () => void;
};

/** Public links of a dashboard: made, told once, revoked. */
export default function ShareDialog({ place, isAllowed, onClose }: ShareDialogProps) {
  const { t } = useTranslation('dashboards');
  const { dateTime, number } = useProjectFormats();
  const links = useQuery(linksQuery(place));
  const { data: dashboard } = useQuery(dashboardQuery(place.projectId, place.dashboardId));
  const [days, setDays] = useState<number>(LINK_DAYS);
  const [password, setPassword] = useState('');
  const [released, setReleased] = useState<string[]>([]);
  const [isFree, setIsFree] = useState(false);
  const make = useMutation({
    mutationFn: () =>
      api.call(publicLinkRoutes.create, {
        params: place,
        body: {
          days,
          released,
          allowsFreeValues: isFree,
          ...(password !== '' && { password }),
        },
      }),
    onSuccess: () => refreshOutside('links', place),
  });
  async function revoke(linkId: string) {
    await api.call(publicLinkRoutes.revoke, { params: { ...place, linkId } });
    await refreshOutside('links', place);
  }
  const guard = useTypedGuard(onClose, password !== '' && !make.isSuccess);
  const address = make.data && `${location.origin}/shared#${make.data.token}`;
  const filters = dashboard?.filters ?? [];
  /** Anything can be typed into these: they can be used to try what is hidden. */
  const free = filters.filter((filter) => released.includes(filter.slug) && isTypedInto(filter));
  return (
    <Modal
      opened
      {...guard}
      title={t('out.share')}
      size={560}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Stack gap="sm">
        <p className={classes.line}>{t(isAllowed ? 'out.shareLine' : 'out.linksOff')}</p>
        {isAllowed &&
          (address ? (
            <>
              <Group gap={6} wrap="nowrap">
                <code className={classes.token}>{address}</code>
                <CopyButton value={address} />
              </Group>
              <p className={classes.line}>{t('out.toldOnce')}</p>
            </>
          ) : (
            <>
              <Group grow align="start">
                <WholeNumberInput
                  label={t('out.days')}
                  min={1}
                  max={366}
                  value={days}
                  onChange={setDays}
                />
                <PasswordInput
                  label={t('out.password')}
                  placeholder={t('out.noPassword')}
                  value={password}
                  onChange={({ currentTarget }) => setPassword(currentTarget.value)}
                />
              </Group>
              {filters.length > 0 && (
                <MultiSelect
                  label={t('out.released')}
                  description={t('out.releasedLine')}
                  data={filters.map(({ slug, label }) => ({ value: slug, label }))}
                  value={released}
                  onChange={setReleased}
                />
              )}
              {free.length > 0 && (
                <Checkbox
                  label={t('out.free', { names: free.map(({ label }) => label).join(', ') })}
                  checked={isFree}
                  onChange={({ currentTarget: { checked } }) => setIsFree(checked)}
                />
              )}
              {make.error && <p role="alert">{errorText(make.error)}</p>}
              <Group justify="flex-end">
                <Button
                  loading={make.isPending}
                  disabled={free.length > 0 && !isFree}
                  onClick={() => make.mutate()}
                >
                  {t('out.makeLink')}
                </Button>
              </Group>
            </>
          ))}
        {links.data && links.data.length > 0 && (
          <ul className={classes.list}>
            {links.data.map((link) => (
              <li key={link.id} className={classes.item}>
                <div className={classes.head}>
                  <strong>
                    {t(link.isExpired ? 'out.over' : 'out.until', {
                      time: dateTime(link.expiresAt),
                    })}
                  </strong>
                  {link.hasPassword && <Icon name="lock" size={14} />}
                  <ActionIcon
                    variant="subtle"
                    size={24}
                    aria-label={t('out.revoke')}
                    title={t('out.revoke')}
                    onClick={() => void revoke(link.id).catch(notifyError)}
                  >
                    <Icon name="trash" size={14} />
                  </ActionIcon>
                </div>
                <p className={classes.line}>
                  {t('out.opens', { count: link.opens, opens: number(link.opens) })}
                  {link.author && ` · ${link.author}`}
                </p>
              </li>
            ))}
          </ul>
        )}
      </Stack>
    </Modal>
  );
}
