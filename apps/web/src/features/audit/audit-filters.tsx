import { auditCatalogue, type AuditTarget } from '@causeway/contract/audit-actions.ts';
import { auditActorKinds, type AuditFilter } from '@causeway/contract/audit.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { dayIn, startOfDay } from '@causeway/contract/time-zones.ts';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { membersQuery } from '#domain/members/members-query.ts';
import { useActionName } from './action-name.ts';
import classes from './audit-filters.module.css';

type AuditFiltersProps = {
  project: Project;
  filter: AuditFilter;
  onChange: (filter: AuditFilter) => void;
};

/** Every part of it stands in the address, so that what was found can be sent to somebody. */
export function AuditFilters({ project, filter, onChange }: AuditFiltersProps) {
  const { t } = useTranslation('audit');
  const actionName = useActionName();
  const members = useQuery(membersQuery(project.id));
  const things = Object.keys(auditCatalogue) as AuditTarget[];
  const set = (name: keyof AuditFilter, value: string | undefined) => {
    const { [name]: _, ...rest } = filter;
    onChange({ ...rest, ...(value && { [name]: value }) });
  };
  const zone = project.settings.timeZone;
  const any = { value: '', label: t('filters.any') };
  return (
    <search className={classes.filters}>
      <NativeSelect
        label={t('filters.person')}
        value={filter.person ?? ''}
        data={[
          any,
          ...(members.data?.members ?? []).map(({ userId, name }) => ({
            value: userId,
            label: name,
          })),
        ]}
        onChange={(event) => set('person', event.currentTarget.value)}
      />
      <NativeSelect
        label={t('filters.actor')}
        value={filter.actorKind ?? ''}
        data={[any, ...auditActorKinds.map((value) => ({ value, label: t(`actors.${value}`) }))]}
        onChange={(event) => set('actorKind', event.currentTarget.value)}
      />
      <NativeSelect
        label={t('filters.thing')}
        value={filter.thing ?? ''}
        data={[any, ...things.map((value) => ({ value, label: t(`things.${value}`) }))]}
        onChange={(event) => {
          const { action: _, thing: __, ...rest } = filter;
          const thing = event.currentTarget.value as AuditTarget | '';
          onChange({ ...rest, ...(thing && { thing }) });
        }}
      />
      <NativeSelect
        label={t('filters.action')}
        value={filter.action ?? ''}
        data={[
          any,
          ...things
            .filter((thing) => filter.thing === undefined || thing === filter.thing)
            .flatMap((thing) => [...auditCatalogue[thing]])
            .map((value) => ({ value, label: actionName(value) })),
        ]}
        onChange={(event) => set('action', event.currentTarget.value)}
      />
      <DayField
        label={t('filters.from')}
        value={filter.from}
        zone={zone}
        onChange={(day) => set('from', day && startOfDay(zone, day).toISOString())}
      />
      <DayField
        label={t('filters.until')}
        value={filter.until && new Date(Date.parse(filter.until) - 1).toISOString()}
        zone={zone}
        onChange={(day) => set('until', day && endOfDay(zone, day))}
      />
      {Object.keys(filter).length > 0 && (
        <Button variant="subtle" className={classes.clear} onClick={() => onChange({})}>
          {t('filters.clear')}
        </Button>
      )}
    </search>
  );
}

type DayFieldProps = {
  label: string;
  zone: string;
  value: string | undefined;
  onChange: (day: string | undefined) => void;
};

function DayField({ label, zone, value, onChange }: DayFieldProps) {
  return (
    <TextInput
      type="date"
      label={label}
      value={value === undefined ? '' : dayIn(zone, new Date(value))}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
    />
  );
}

/** “Until” means with that day. */
function endOfDay(zone: string, day: string): string {
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  return startOfDay(zone, next).toISOString();
}
