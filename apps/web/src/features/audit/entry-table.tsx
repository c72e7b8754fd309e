import { auditActorKinds, type AuditEntry, type AuditFilter } from '@causeway/contract/audit.ts';
import { useTranslation } from 'react-i18next';
import { useScopedHref } from '#platform/current-project/use-current-project.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { PersonMark } from '#platform/people/person-mark.tsx';
import { SimpleTable } from '#ui/simple-table.tsx';
import { useActionName } from './action-name.ts';
import { hrefOf } from './entry-href.ts';
import classes from './entry-table.module.css';

type EntryTableProps = {
  /** Of the project: everybody who reads it means the same moment. */
  zone: string;
  entries: AuditEntry[];
  filter: AuditFilter;
  onChange: (filter: AuditFilter) => void;
};

export function EntryTable({ zone, entries, filter, onChange }: EntryTableProps) {
  const { t } = useTranslation('audit');
  const formats = useFormats(zone);
  const actionName = useActionName();
  return (
    <SimpleTable
      stacks
      label={t('title')}
      rows={entries}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'at',
          header: t('table.at', { zone }),
          render: ({ at }) => (
            <time dateTime={at} className={classes.time}>
              {formats.moment(at)}
            </time>
          ),
        },
        { key: 'who', header: t('table.who'), render: (entry) => <Who entry={entry} /> },
        {
          key: 'action',
          header: t('table.action'),
          render: ({ action }) => (
            <button
              type="button"
              className={classes.filter}
              title={t('table.onlyThese')}
              onClick={() => onChange({ ...filter, action })}
            >
              {actionName(action)}
            </button>
          ),
        },
        { key: 'thing', header: t('table.thing'), render: (entry) => <Thing entry={entry} /> },
        {
          key: 'details',
          header: t('table.details'),
          render: (entry) => <Details entry={entry} />,
        },
      ]}
    />
  );
}

/** The person, and what acted for them or who acted as them. */
function Who({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('audit');
  const { actor, actorKind, actorName, impersonator } = entry;
  const kind = auditActorKinds.find((one) => one === actorKind) ?? 'person';
  return (
    <div className={classes.who}>
      {actor && <PersonMark name={actor.name} avatar={actor.avatar} size={20} />}
      <div>
        <span className={classes.name}>
          {actor ? actor.name || t('actors.erased') : t('actors.nobody')}
        </span>
        {kind !== 'person' && kind !== 'nobody' && (
          <span className={classes.line}>
            {t('by.actor', { kind: t(`actors.${kind}`), name: actorName ?? '' })}
          </span>
        )}
        {impersonator && (
          <span className={classes.line}>{t('by.staff', { name: impersonator.name })}</span>
        )}
      </div>
    </div>
  );
}

function Thing({ entry }: { entry: AuditEntry }) {
  const href = hrefOf(entry, useScopedHref());
  const name = entry.targetName ?? entry.target ?? '—';
  return (
    <span className={classes.thing} title={name}>
      {href ? <AppLink href={href}>{name}</AppLink> : name}
    </span>
  );
}

function Details({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('audit');
  const shown = Object.entries(entry.details).filter(([name]) => name !== 'name');
  if (shown.length === 0 && !entry.address) return null;
  return (
    <details className={classes.details}>
      <summary>{t('table.show')}</summary>
      <dl className={classes.facts}>
        {shown.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
          </div>
        ))}
        {entry.address && (
          <div>
            <dt>{t('table.address')}</dt>
            <dd>{entry.address}</dd>
          </div>
        )}
      </dl>
    </details>
  );
}
