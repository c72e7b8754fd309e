import { ActionIcon, Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { switchLanguage } from '#platform/i18n/i18n.ts';
import { useBrowserTheme, type ThemeChoice } from '#platform/theme/theme-provider.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';
import classes from './guest-preferences.module.css';

const nextTheme: Record<ThemeChoice, ThemeChoice> = { auto: 'light', light: 'dark', dark: 'auto' };
const themeIcon: Record<ThemeChoice, IconName> = { auto: 'system', light: 'sun', dark: 'moon' };

/** Language and theme of this browser, for people who are not signed in. */
export function GuestPreferences() {
  const { t, i18n } = useTranslation('shell');
  const [theme, setTheme] = useBrowserTheme();
  const other = i18n.language === 'de' ? 'en' : 'de';
  const themeLabel = t('theme.current', { theme: t(`theme.${theme}`) });
  return (
    <div className={classes.row}>
      <button
        type="button"
        className={classes.language}
        lang={other}
        onClick={() => void switchLanguage(other)}
      >
        {other === 'de' ? 'Deutsch' : 'English'}
      </button>
      <Tooltip label={themeLabel}>
        <ActionIcon aria-label={themeLabel} onClick={() => setTheme(nextTheme[theme])}>
          <Icon name={themeIcon[theme]} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
