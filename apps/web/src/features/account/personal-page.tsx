import { uiLanguages, type UiLanguage } from '@causeway/contract/settings/settings.ts';
import { contentLanguages, type ContentLanguage } from '@causeway/contract/translatable.ts';
import { Button, NativeSelect, SegmentedControl, Switch, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { useCurrentUser } from '#platform/session/user-query.ts';
import { changeSetting } from '#platform/settings/use-settings.ts';
import { changeUser } from '#platform/settings/user-changes.ts';
import type { ThemeChoice } from '#platform/theme/theme-provider.tsx';
import { FormSection } from '#ui/form-section.tsx';
import { PageFrame } from '#ui/page-frame.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { useTyped } from '#ui/use-typed.ts';
import { AccountTabs } from '#platform/navigation/account-tabs.tsx';
import classes from './account.module.css';
import { AvatarField } from './avatar-field.tsx';
import { EmailForm } from './email-form.tsx';
import { TimeFields } from './time-fields.tsx';

const ownNames = { en: 'English', de: 'Deutsch', fr: 'Français', it: 'Italiano' };
const themes: ThemeChoice[] = ['auto', 'light', 'dark'];

export default function PersonalPage() {
  const { t } = useTranslation('account');
  const user = useCurrentUser();
  return (
    <PageFrame>
      <PageHeader title={t('personal.title')} line={t('personal.line')} />
      <AccountTabs />
      <FormSection title={t('personal.who')} line={t('personal.whoLine')}>
        <AvatarField />
        <NameField name={user.name} />
        <EmailForm />
      </FormSection>
      <FormSection title={t('personal.look')} line={t('personal.lookLine')}>
        <ThemeField />
      </FormSection>
      <FormSection title={t('personal.language')} line={t('personal.languageLine')}>
        <LanguageFields />
      </FormSection>
      <FormSection title={t('personal.time')} line={t('personal.timeLine')}>
        <TimeFields />
      </FormSection>
      <FormSection title={t('personal.data')}>
        <Switch
          label={t('personal.rawNames')}
          description={t('personal.rawNamesLine')}
          checked={user.settings.showRawNames}
          onChange={(event) => changeSetting({ showRawNames: event.currentTarget.checked })}
        />
      </FormSection>
    </PageFrame>
  );
}

function NameField({ name }: { name: string }) {
  const { t } = useTranslation('account');
  const { value: text, type, settle } = useTyped(name);
  const save = useMutation({
    mutationFn: (typed: string) => changeUser({ name: typed.trim() }),
    onSuccess: (_, typed) => settle(typed),
  });
  const canSave = text.trim() !== '' && text.trim() !== name;
  return (
    <form
      className={classes.withButton}
      onSubmit={(event) => {
        event.preventDefault();
        if (canSave && !save.isPending) save.mutate(text);
      }}
    >
      <TextInput
        label={t('name')}
        autoComplete="name"
        maxLength={120}
        className={classes.grow}
        value={text}
        error={save.error ? errorText(save.error) : undefined}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={!canSave} loading={save.isPending}>
        {t('save')}
      </Button>
    </form>
  );
}

function ThemeField() {
  const { t } = useTranslation('account');
  const { theme } = useCurrentUser().settings;
  return (
    <SegmentedControl
      aria-label={t('personal.theme')}
      className={classes.fit}
      value={theme}
      data={themes.map((value) => ({ value, label: t(`themes.${value}`) }))}
      onChange={(value) => changeSetting({ theme: value })}
    />
  );
}

function LanguageFields() {
  const { t } = useTranslation('account');
  const { uiLang, lang, availableUiLanguages } = useCurrentUser().settings;
  const { project } = useCurrentProject();
  const languages = uiLanguages
    .filter((value) => availableUiLanguages.length === 0 || availableUiLanguages.includes(value))
    .map((value) => ({ value, label: ownNames[value] }));
  const byProject = ownNames[project?.settings.defaultUiLang ?? 'en'];
  return (
    <>
      <NativeSelect
        label={t('personal.uiLanguage')}
        value={uiLang ?? ''}
        data={[
          { value: '', label: t('personal.byProject', { language: byProject }) },
          ...languages,
        ]}
        onChange={(event) =>
          changeSetting({ uiLang: (event.currentTarget.value || null) as UiLanguage | null })
        }
      />
      <NativeSelect
        label={t('personal.contentLanguage')}
        description={t('personal.contentLanguageLine')}
        value={lang}
        data={contentLanguages.map((value) => ({ value, label: ownNames[value] }))}
        onChange={(event) => changeSetting({ lang: event.currentTarget.value as ContentLanguage })}
      />
    </>
  );
}
