import type { ThemeChoice } from '#platform/theme/theme-provider.tsx';
import type { IconName } from '#ui/icon.tsx';

export const themeIcons: Record<ThemeChoice, IconName> = {
  auto: 'system',
  light: 'sun',
  dark: 'moon',
};
