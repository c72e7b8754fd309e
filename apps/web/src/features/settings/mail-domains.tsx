import type { Project } from '@causeway/contract/projects.ts';
import { TagsInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { errorText } from '#platform/i18n/error-text.ts';
import { useChangeProject } from './project-fields.tsx';

/** Where dashboards may be mailed to outside of the project. */
export function MailDomains({ project }: { project: Project }) {
  const { t } = useTranslation('settings');
  const change = useChangeProject(project);
  const shown = change.isPending ? change.variables.settings?.mailDomains : undefined;
  const domains = shown ?? project.settings.mailDomains;
  return (
    <TagsInput
      label={t('mails.label')}
      description={domains.length === 0 ? t('mails.none') : undefined}
      placeholder={domains.length === 0 ? t('mails.placeholder') : ''}
      maxTags={20}
      splitChars={[',', ';', ' ']}
      acceptValueOnBlur
      value={domains}
      error={change.error ? errorText(change.error) : undefined}
      onChange={(mailDomains) => change.mutate({ settings: { mailDomains } })}
    />
  );
}
