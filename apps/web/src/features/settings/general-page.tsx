import { can } from '@causeway/contract/access.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { SettingsTabs } from '#platform/navigation/settings-tabs.tsx';
import { useCurrentUser } from '#platform/session/user-query.ts';
import { FormSection } from '#ui/form-section.tsx';
import { PageFrame } from '#ui/page-frame.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { NoProject } from './no-project.tsx';
import { DescriptionField, LanguageField, NameField, TimeZoneField } from './project-fields.tsx';
import { MailDomains } from './mail-domains.tsx';
import { PublicLinks } from './public-links.tsx';
import { RemoveProject } from './remove-project.tsx';
import { offerQuery, StandingOffer, Transfer } from './transfer.tsx';

export default function GeneralPage() {
  const { t } = useTranslation('settings');
  const { project } = useCurrentProject();
  if (!project) return <NoProject />;
  const mayChange = can(project.role, 'project.update');
  const mayGive = can(project.role, 'project.delete');
  return (
    <PageFrame>
      <PageHeader title={t('general.title')} line={mayChange ? undefined : t('general.readOnly')} />
      <SettingsTabs />
      {!mayGive && <OfferToMe key={`offer ${project.id}`} project={project} />}
      <FormSection title={t('general.project')} line={t('general.projectLine')}>
        <NameField key={`name ${project.id}`} project={project} isReadOnly={!mayChange} />
        {mayChange && <DescriptionField key={`description ${project.id}`} project={project} />}
      </FormSection>
      <FormSection title={t('language')} line={t('general.languageLine')}>
        <LanguageField project={project} isReadOnly={!mayChange} />
      </FormSection>
      <FormSection title={t('timeZone')} line={t('general.timeZoneLine')}>
        <TimeZoneField project={project} isReadOnly={!mayChange} />
      </FormSection>
      {mayChange && (
        <FormSection title={t('links.title')} line={t('links.line')}>
          <PublicLinks key={project.id} project={project} />
        </FormSection>
      )}
      {mayChange && (
        <FormSection title={t('mails.title')} line={t('mails.line')}>
          <MailDomains key={project.id} project={project} />
        </FormSection>
      )}
      {mayGive && (
        <FormSection title={t('transfer.title')} line={t('transfer.line')}>
          <Transfer key={project.id} project={project} />
        </FormSection>
      )}
      {mayGive && (
        <FormSection title={t('remove.title')} line={t('remove.line')}>
          <RemoveProject project={project} />
        </FormSection>
      )}
    </PageFrame>
  );
}

/** Whoever is asked to own the project finds it at the top, whatever their role is now. */
function OfferToMe({ project }: { project: Project }) {
  const { t } = useTranslation('settings');
  const { id: userId } = useCurrentUser();
  const { data: offer } = useQuery(offerQuery(project.id));
  if (offer?.to.id !== userId) return null;
  return (
    <FormSection title={t('transfer.title')}>
      <StandingOffer project={project} offer={offer} />
    </FormSection>
  );
}
