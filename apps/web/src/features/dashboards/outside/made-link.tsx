import type { Dashboard } from '@causeway/contract/dashboards/dashboards.ts';
import { publicLinkRoutes, type PublicLink } from '@causeway/contract/dashboards/links.ts';
import { ActionIcon } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLockedNames } from '#domain/dashboards/use-locked-names.ts';
import { api } from '#platform/api/api.ts';
import { notifyError } from '#platform/notify-error.ts';
import { Icon } from '#ui/icon.tsx';
import { useProjectFormats } from '../use-project-formats.ts';
import { refreshOutside, type Place } from './outside-queries.ts';
import classes from './outside.module.css';

type MadeLinkProps = {
  place: Place;
  link: PublicLink;
  filters: Dashboard['filters'];
};

/** A link there is, and what it keeps its readers to. */
export function MadeLink({ place, link, filters }: MadeLinkProps) {
  const { t } = useTranslation('dashboards');
  const { dateTime, number } = useProjectFormats();
  const held = useLockedNames(link, filters);
  async function revoke() {
    await api.call(publicLinkRoutes.revoke, { params: { ...place, linkId: link.id } });
    await refreshOutside('links', place);
  }
  return (
    <li className={classes.item}>
      <div className={classes.head}>
        <strong>
          {t(link.isExpired ? 'out.over' : 'out.until', { time: dateTime(link.expiresAt) })}
        </strong>
        {link.hasPassword && <Icon name="lock" size={14} />}
        <ActionIcon
          variant="subtle"
          size={24}
          aria-label={t('out.revoke')}
          title={t('out.revoke')}
          onClick={() => void revoke().catch(notifyError)}
        >
          <Icon name="trash" size={14} />
        </ActionIcon>
      </div>
      <p className={classes.line}>
        {t('out.opens', { count: link.opens, opens: number(link.opens) })}
        {link.author && ` · ${link.author}`}
      </p>
      {held.length > 0 && (
        <p className={classes.line}>{t('out.lockedTo', { values: held.join(' · ') })}</p>
      )}
    </li>
  );
}
