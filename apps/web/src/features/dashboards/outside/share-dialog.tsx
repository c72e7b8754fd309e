import type { AskedFilters } from '@causeway/contract/dashboards/asked.ts';
import { Modal, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dashboardQuery } from '#domain/dashboards/dashboards-query.ts';
import { useTypedGuard } from '#platform/navigation/use-typed-guard.ts';
import { MadeLink } from './made-link.tsx';
import { NewLink } from './new-link.tsx';
import { linksQuery, type Place } from './outside-queries.ts';
import classes from './outside.module.css';

type ShareDialogProps = {
  place: Place;
  /** As the dashboard is narrowed now. */
  asked: AskedFilters;
  zone: string;
  /** The admins of the project let links be made. */
  isAllowed: boolean;
  onClose: () => void;
};

/** Public links of a dashboard: made, told once, revoked. */
export default function ShareDialog({ place, asked, zone, isAllowed, onClose }: ShareDialogProps) {
  const { t } = useTranslation('dashboards');
  const links = useQuery(linksQuery(place));
  const { data: dashboard } = useQuery(dashboardQuery(place.projectId, place.dashboardId));
  const [isTyped, setTyped] = useState(false);
  const guard = useTypedGuard(onClose, isTyped);
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
        {isAllowed && <NewLink place={place} asked={asked} zone={zone} onTyped={setTyped} />}
        {links.data && links.data.length > 0 && (
          <ul className={classes.list}>
            {links.data.map((link) => (
              <MadeLink
                key={link.id}
                place={place}
                link={link}
                filters={dashboard?.filters ?? []}
              />
            ))}
          </ul>
        )}
      </Stack>
    </Modal>
  );
}
