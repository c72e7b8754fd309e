import {
  filterTypes,
  takesMany,
  type DashboardFilter,
} from '@causeway/contract/dashboards/filters.ts';
import {
  filterParameters,
  missingFilters,
  readFilters,
} from '@causeway/contract/dashboards/filter-values.ts';
import type { Dashboard } from '@causeway/contract/dashboards/dashboards.ts';
import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  Modal,
  NativeSelect,
  Stack,
  TextInput,
} from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { useTypedGuard } from '#platform/navigation/use-typed-guard.ts';
import { Icon } from '#ui/icon.tsx';
import { AskedFilters } from './asked-filters.tsx';
import classes from './filters-dialog.module.css';
import { InitialField } from './initial-field.tsx';
import type { Drafted } from './merge-filters.ts';
import { useFiltersDraft } from './use-filters-draft.ts';

type FiltersDialogProps = { projectId: string; dashboard: Dashboard; onClose: () => void };

/** Which filters a dashboard has. A filter reaches each query that names its parameter. */
export default function FiltersDialog({ projectId, dashboard, onClose }: FiltersDialogProps) {
  const { t } = useTranslation('dashboards');
  const { filters, setFilters, asked, setTheirs, save } = useFiltersDraft({
    projectId,
    dashboard,
    onSaved: onClose,
  });
  const change = (key: string, part: Partial<DashboardFilter>) =>
    setFilters(filters.map((one) => (one.key === key ? { ...one, ...part } : one)));
  const known = dashboard.queries.flatMap((query) =>
    query.state === 'ready' ? query.parameters.map(({ name }) => name) : [],
  );
  const guard = useTypedGuard(onClose);
  const { project } = useCurrentProject();
  const [now] = useState(() => new Date());
  const zone = project?.settings.timeZone ?? 'UTC';
  const filtering = useMemo(() => {
    const state = readFilters(filters, {});
    const parameters = filterParameters(filters, state, now, zone);
    return { parameters, missing: missingFilters(filters, state), now, zone };
  }, [filters, now, zone]);

  return (
    <Modal
      opened
      {...guard}
      title={t('filters.title')}
      size={640}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Stack gap="sm">
        <p className={classes.line}>
          {t('filters.line')}{' '}
          {known.length > 0 &&
            t('filters.known', { names: [...new Set(known)].map((name) => `:${name}`).join(', ') })}
        </p>
        {asked.length > 0 && <AskedFilters asked={asked} onChoose={setTheirs} />}
        {filters.map((filter) => (
          <div key={filter.key} className={classes.filter}>
            <TextInput
              label={t('filters.label')}
              value={filter.label}
              maxLength={100}
              onChange={({ currentTarget: { value } }) => change(filter.key, { label: value })}
            />
            <TextInput
              label={t('filters.parameter')}
              value={filter.slug}
              maxLength={60}
              leftSection=":"
              onChange={({ currentTarget: { value } }) => change(filter.key, { slug: value })}
            />
            <NativeSelect
              label={t('filters.type')}
              value={filter.type}
              data={filterTypes.map((type) => ({ value: type, label: t(`filters.types.${type}`) }))}
              onChange={({ currentTarget: { value } }) =>
                change(filter.key, {
                  type: filterTypes.find((type) => type === value) ?? filter.type,
                  initial: '',
                })
              }
            />
            <InitialField
              filter={filter}
              filtering={filtering}
              queries={dashboard.queries}
              onChange={(initial) => change(filter.key, { initial })}
            />
            {(filter.type === 'text' || filter.type === 'number') && (
              <TextInput
                className={classes.options ?? ''}
                label={t('filters.options')}
                description={t('filters.optionsHint')}
                defaultValue={filter.options.join(', ')}
                onChange={({ currentTarget: { value } }) =>
                  change(filter.key, { options: listed(value) })
                }
              />
            )}
            <div className={`${classes.options} ${classes.more}`}>
              <Group gap="md">
                {rulesOf(filter).map((what) => (
                  <Checkbox
                    key={what}
                    size="xs"
                    label={t(`filters.${what}`)}
                    checked={filter[what] ?? false}
                    onChange={({ currentTarget: { checked } }) =>
                      change(filter.key, { [what]: checked })
                    }
                  />
                ))}
              </Group>
              {filter.type === 'text' && (
                <NativeSelect
                  label={t('filters.optionsFrom')}
                  value={filter.optionsFrom?.queryId ?? ''}
                  data={[
                    { value: '', label: t('filters.optionsNone') },
                    ...dashboard.queries.flatMap((query) =>
                      query.state === 'ready' ? [{ value: query.id, label: query.name }] : [],
                    ),
                  ]}
                  onChange={({ currentTarget: { value } }) =>
                    change(filter.key, { optionsFrom: value ? { queryId: value } : undefined })
                  }
                />
              )}
            </div>
            <ActionIcon
              className={classes.remove ?? ''}
              variant="subtle"
              aria-label={t('filters.remove', { name: filter.label })}
              onClick={() => setFilters(filters.filter(({ key }) => key !== filter.key))}
            >
              <Icon name="trash" size={15} />
            </ActionIcon>
          </div>
        ))}
        {save.error && <p className={classes.error}>{errorText(save.error)}</p>}
        <Group justify="space-between">
          <Button
            variant="default"
            leftSection={<Icon name="plus" size={14} />}
            disabled={filters.length >= 30}
            onClick={() => setFilters([...filters, newFilter(filters.length + 1)])}
          >
            {t('filters.add')}
          </Button>
          <Button loading={save.isPending} onClick={() => save.mutate()}>
            {t('save')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** Of yes and no, or of a span, one is asked for. */
function rulesOf({ type }: DashboardFilter) {
  const rules = ['hasEmpty', 'isRequired'] as const;
  return takesMany({ type, isMany: true }) ? (['isMany', ...rules] as const) : rules;
}

function newFilter(count: number): Drafted {
  const key = crypto.randomUUID();
  return { key, slug: `filter_${count}`, label: '', type: 'text', options: [], initial: '' };
}

function listed(text: string): string[] {
  return [...new Set(text.split(',').map((one) => one.trim()))].filter(Boolean).slice(0, 200);
}
