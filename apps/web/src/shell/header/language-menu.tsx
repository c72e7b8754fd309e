import { uiLanguages, type UiLanguage } from '@causeway/contract/settings/settings.ts';
import { Menu } from '@mantine/core';
import { cloneElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { chooseLanguage } from '#platform/settings/choose-language.ts';
import { changeSetting, useSettings } from '#platform/settings/use-settings.ts';
import { Icon } from '#ui/icon.tsx';
import type { Trigger } from '../on-demand.tsx';
import { useFirstOpening } from '../use-first-opening.ts';

/** Languages are called by their own name, so that everybody finds theirs. */
const ownNames = { en: 'English', de: 'Deutsch' };

/** What the person's settings offer; with none of them there would be no way back. */
function listLanguages(available: readonly UiLanguage[]): readonly UiLanguage[] {
  const offered = uiLanguages.filter((language) => available.includes(language));
  return offered.length > 0 ? offered : uiLanguages;
}

export default function LanguageMenu({ trigger }: { trigger: Trigger }) {
  const { uiLang, availableUiLanguages } = useSettings();
  const { t } = useTranslation('shell');
  const { ref, isOpen, setOpen } = useFirstOpening();
  const { project } = useCurrentProject();
  const byProject = ownNames[project?.settings.defaultUiLang ?? 'en'];
  return (
    <Menu position="bottom-end" opened={isOpen} onChange={setOpen} returnFocus>
      <Menu.Target>{cloneElement(trigger, { ref })}</Menu.Target>
      <Menu.Dropdown>
        {listLanguages(availableUiLanguages).map((language) => (
          <Menu.Item
            key={language}
            lang={language}
            rightSection={uiLang === language && <Icon name="check" size={14} />}
            onClick={() => chooseLanguage(language)}
          >
            {ownNames[language]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          rightSection={uiLang === null && <Icon name="check" size={14} />}
          onClick={() => changeSetting({ uiLang: null })}
        >
          {t('language.byProject', { language: byProject })}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
