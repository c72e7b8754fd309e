import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { useObjectPath } from '#platform/navigation/object-path.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import type { IconName } from '#ui/icon.tsx';
import { PageFrame } from '#ui/page-frame.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import classes from './later-page.module.css';

const icons = {
  billing: 'creditCard',
  accountUsage: 'gauge',
  automations: 'robot',
  workflows: 'robot',
  workflowWizard: 'wand',
  workflow: 'tree',
  credentials: 'key',
  history: 'history',
  chat: 'message',
  intelligence: 'sparkles',
  snippets: 'folderOpen',
  snippet: 'code',
  snippetEditor: 'edit',
  dashboards: 'dashboard',
  dashboardWizard: 'wand',
  dashboard: 'dashboard',
  dashboardEditor: 'dashboard',
  edit: 'edit',
  sqlEditor: 'code',
  sqlWizard: 'wand',
  apiKeys: 'key',
  projectUsage: 'gauge',
} as const satisfies Record<string, IconName>;

export type LaterArea = keyof typeof icons;

/** A page that says what will be here and that this version does not have it yet. */
export function createLaterPage(area: LaterArea) {
  return function LaterPage() {
    const { t } = useTranslation('later');
    return (
      <PageFrame>
        <PageHeader title={t(`${area}.title`)} line={t(`${area}.what`)} />
        <ObjectPath />
        <EmptyState
          icon={icons[area]}
          title={t('notYet')}
          line={t('notYetLine')}
          action={
            <Button component={AppLink} href="/" variant="default">
              {t('home')}
            </Button>
          }
        />
      </PageFrame>
    );
  };
}

/** What an /explore or /edit address names, so that a link is not a riddle until the page is there. */
function ObjectPath() {
  const parts = useObjectPath();
  if (parts.length === 0) return null;
  return <code className={classes.path}>{parts.join('/')}</code>;
}
