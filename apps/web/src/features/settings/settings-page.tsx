import { textIn } from '@causeway/contract/translatable.ts';
import { useTranslation } from 'react-i18next';
import { useCurrentProject, useScopedHref } from '#platform/current-project/use-current-project.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { SettingsTabs } from '#platform/navigation/settings-tabs.tsx';
import { useCurrentUser } from '#platform/session/user-query.ts';
import { useContentLanguage } from '#platform/settings/content-language.ts';
import { DataList } from '#ui/data-list.tsx';
import { PageFrame } from '#ui/page-frame.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { NoProject } from './no-project.tsx';

const ownNames = { en: 'English', de: 'Deutsch' };

export default function SettingsPage() {
  const { t } = useTranslation('settings');
  const formats = useFormats();
  const scopedHref = useScopedHref();
  const { id: userId } = useCurrentUser();
  const language = useContentLanguage();
  const { project } = useCurrentProject();
  if (!project) return <NoProject />;
  const description = textIn(project.description, language);
  return (
    <PageFrame>
      <PageHeader title={t('overview.title')} line={t('overview.line', { name: project.name })} />
      <SettingsTabs />
      <DataList
        items={[
          { label: t('name'), value: project.name },
          ...(description === '' ? [] : [{ label: t('overview.description'), value: description }]),
          { label: t('overview.role'), value: t(`roles.${project.role}`) },
          { label: t('language'), value: ownNames[project.settings.defaultUiLang] },
          { label: t('timeZone'), value: project.settings.timeZone },
          {
            label: t('overview.connectors'),
            value: (
              <AppLink href={scopedHref('/settings/connectors')}>
                {formats.number(project.connectors.length)}
              </AppLink>
            ),
          },
          {
            label: t('overview.sponsor'),
            value: t(
              project.sponsorId === userId ? 'overview.sponsorYou' : 'overview.sponsorOther',
            ),
          },
          { label: t('overview.created'), value: formats.date(project.createdAt) },
        ]}
      />
    </PageFrame>
  );
}
