import type { Dashboard } from '@causeway/contract/dashboards/dashboards.ts';
import { spans } from '@causeway/contract/dashboards/filter-dates.ts';
import { readFilters } from '@causeway/contract/dashboards/filter-values.ts';
import { publicLinkRoutes, type PublicLink } from '@causeway/contract/dashboards/links.ts';
import { ActionIcon } from '@mantine/core';
import { useTranslation } from 'react-i18next';
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

/** `Region: EU, US`; a filter that is gone since is called as its parameter was. */
function useLockedNames({ locked }: PublicLink, filters: Dashboard['filters']): string[] {
  const { t } = useTranslation('dashboards');
  const { picks } = readFilters(filters, locked);
  return Object.keys(locked).map((key) => {
    const slug = key.slice('f.'.length);
    const filter = filters.find((one) => one.slug === slug);
    if (!filter) return slug;
    const { values = [], isEmpty = false } = picks[slug] ?? {};
    const named = values.map((value) => {
      const span = spans.find((one) => filter.type === 'dates' && one === value);
      if (span) return t(`filters.spans.${span}`);
      if (filter.type === 'boolean') return t(`filters.${value === 'true' ? 'true' : 'false'}`);
      return value === '' ? t('filters.emptyText') : value;
    });
    const all = isEmpty ? [...named, t('filters.isEmpty')] : named;
    return `${filter.label}: ${all.join(', ')}`;
  });
}
