import { ActionIcon } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { findCurrentUser } from '#platform/session/user-query.ts';
import { chooseLanguage } from '#platform/settings/choose-language.ts';
import { changeSetting } from '#platform/settings/use-settings.ts';
import { useBrowserTheme, type ThemeChoice } from '#platform/theme/theme-provider.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';
import classes from './guest-preferences.module.css';

const nextTheme: Record<ThemeChoice, ThemeChoice> = { auto: 'light', light: 'dark', dark: 'auto' };
const themeIcon: Record<ThemeChoice, IconName> = { auto: 'system', light: 'sun', dark: 'moon' };

/** Language and theme for people who are not in the workspace yet. */
export function GuestPreferences() {
  const { t, i18n } = useTranslation('shell');
  const [theme, setTheme] = useBrowserTheme();
  const other = i18n.language === 'de' ? 'en' : 'de';
  const themeLabel = t('theme.current', { theme: t(`theme.${theme}`) });

  // Onboarding has this layout too, but a user whose choice is kept with them.
  function chooseTheme(next: ThemeChoice) {
    if (findCurrentUser()) changeSetting({ theme: next });
    setTheme(next);
  }

  return (
    <div className={classes.row}>
      <button
        type="button"
        className={classes.language}
        lang={other}
        onClick={() => chooseLanguage(other)}
      >
        {other === 'de' ? 'Deutsch' : 'English'}
      </button>
      <ActionIcon
        aria-label={themeLabel}
        title={themeLabel}
        onClick={() => chooseTheme(nextTheme[theme])}
      >
        <Icon name={themeIcon[theme]} />
      </ActionIcon>
    </div>
  );
}
