import { defaultSettings, type UserSettings } from '@causeway/contract/settings/settings.ts';
import { useTranslation } from 'react-i18next';
import { useSettings } from './use-settings.ts';

/**
 * In which language content is read that exists in several. As long as somebody chose neither that nor
 * a language of the product, it is the one the product is shown in.
 */
export function contentLanguage(
  { lang, uiLang }: Pick<UserSettings, 'lang' | 'uiLang'>,
  shown: string,
): string {
  return lang === defaultSettings.lang && uiLang === null ? shown : lang;
}

export function useContentLanguage(): string {
  const { i18n } = useTranslation();
  return contentLanguage(useSettings(), i18n.language);
}
