import { readMailDomain } from '@causeway/contract/mail-domains.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { TagsInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#platform/i18n/error-text.ts';
import { useChangeProject } from './project-fields.tsx';

/** Where dashboards may be mailed to outside of the project. */
export function MailDomains({ project }: { project: Project }) {
  const { t } = useTranslation('settings');
  const change = useChangeProject(project);
  const shown = change.isPending ? change.variables.settings?.mailDomains : undefined;
  const domains = shown ?? project.settings.mailDomains;
  // What is no domain stays, to be put right or taken away; the others are kept meanwhile.
  const [wrong, setWrong] = useState<string[]>([]);
  const [first] = wrong;
  const put = (typed: string[]) => {
    const read = [...new Set(typed.flatMap((text) => readMailDomain(text) ?? []))];
    setWrong(typed.filter((text) => readMailDomain(text) === undefined));
    if (read.join(' ') === domains.join(' ')) return;
    change.mutate({ settings: { mailDomains: read } });
  };
  const failure = change.error ? errorText(change.error) : undefined;
  return (
    <TagsInput
      label={t('mails.label')}
      description={domains.length === 0 ? t('mails.none') : undefined}
      placeholder={domains.length === 0 ? t('mails.placeholder') : ''}
      maxTags={20}
      splitChars={[',', ';']}
      acceptValueOnBlur
      value={[...domains, ...wrong]}
      error={first === undefined ? failure : t('mails.wrong', { domain: first })}
      onChange={put}
    />
  );
}
