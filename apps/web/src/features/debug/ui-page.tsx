import { SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { changeSetting, useSettings } from '#platform/settings/use-settings.ts';
import { DebugLayout, DebugSection } from './debug-layout.tsx';
import { UiColours } from './ui-colours.tsx';
import { UiContent } from './ui-content.tsx';
import { UiControls } from './ui-controls.tsx';
import { UiIcons } from './ui-icons.tsx';
import { UiImage } from './ui-image.tsx';
import { UiStates } from './ui-states.tsx';
import { UiType } from './ui-type.tsx';

const themes = ['auto', 'light', 'dark'] as const;

/** The whole design system on one page: what a screen may be made of. */
export default function UiPage() {
  const { t } = useTranslation('debug');
  return (
    <DebugLayout
      current="/_debug/ui"
      title={t('ui.title')}
      line={t('ui.line')}
      actions={<ThemeChoice />}
    >
      <DebugSection title={t('ui.colours')}>
        <UiColours />
      </DebugSection>
      <DebugSection title={t('ui.type')}>
        <UiType />
      </DebugSection>
      <DebugSection title={t('ui.controls')}>
        <UiControls />
      </DebugSection>
      <DebugSection title={t('ui.states')}>
        <UiStates />
      </DebugSection>
      <DebugSection title={t('ui.content')}>
        <UiContent />
      </DebugSection>
      <DebugSection title={t('ui.image')}>
        <UiImage />
      </DebugSection>
      <DebugSection title={t('ui.icons')}>
        <UiIcons />
      </DebugSection>
    </DebugLayout>
  );
}

function ThemeChoice() {
  const { t } = useTranslation('debug');
  const { theme } = useSettings();
  return (
    <SegmentedControl
      aria-label={t('ui.theme')}
      value={theme}
      onChange={(chosen) => changeSetting({ theme: chosen })}
      data={themes.map((value) => ({ value, label: t(`ui.${value}`) }))}
    />
  );
}
