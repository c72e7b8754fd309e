import { can } from '@causeway/contract/access.ts';
import type { ApiKey } from '@causeway/contract/api-keys.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { useTranslation } from 'react-i18next';
import { useScopedHref } from '#platform/current-project/use-current-project.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { SimpleTable } from '#ui/simple-table.tsx';
import { KeyStateMark } from './key-state.tsx';
import classes from './key-table.module.css';
import { ScopeChips } from './scope-chips.tsx';

export function KeyTable({ project, keys }: { project: Project; keys: ApiKey[] }) {
  const { t } = useTranslation('api-keys');
  const formats = useFormats();
  const scopedHref = useScopedHref();
  const seesAll = can(project.role, 'keys.manage');
  return (
    <SimpleTable
      stacks
      label={t('title')}
      rows={keys}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'name',
          header: t('table.name'),
          render: (key) => (
            <>
              <AppLink className={classes.name} href={scopedHref(`/settings/api-keys/${key.id}`)}>
                {key.name}
              </AppLink>
              <span className={classes.line}>
                <code>cwk_…{key.secrets[0]?.hint}</code>
                {seesAll && ` · ${key.owner.name}`}
              </span>
            </>
          ),
        },
        {
          key: 'scopes',
          header: t('table.scopes'),
          render: (key) => (
            <div className={classes.scopes}>
              <ScopeChips project={project} scopes={key.scopes} />
            </div>
          ),
        },
        { key: 'state', header: t('table.state'), render: (key) => <KeyStateMark apiKey={key} /> },
        {
          key: 'used',
          header: t('table.used'),
          render: (key) => (key.lastUsedAt ? formats.ago(key.lastUsedAt) : t('never')),
        },
        {
          key: 'calls',
          header: t('table.calls'),
          isNumber: true,
          render: (key) => formats.number(key.calls),
        },
        {
          key: 'ends',
          header: t('table.ends'),
          render: (key) => (key.expiresAt ? formats.date(key.expiresAt) : t('form.never')),
        },
      ]}
    />
  );
}
