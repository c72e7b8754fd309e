import { NativeSelect, SegmentedControl } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { viewModes, type ViewMode } from '@causeway/contract/tables/view.ts';

type ModeSwitchProps = { mode: ViewMode; onMode: (mode: ViewMode) => void };

/** In which way rows are looked at. A phone has no room for five words, and shows the one that is on. */
export function ModeSwitch({ mode, onMode }: ModeSwitchProps) {
  const { t } = useTranslation('tables');
  const isNarrow = useMediaQuery('(max-width: 767px)', undefined, {
    getInitialValueInEffect: false,
  });
  const data = viewModes.map((value) => ({ value, label: t(`mode.${value}`) }));
  const change = (chosen: string) => onMode(viewModes.find((known) => known === chosen) ?? 'table');
  if (!isNarrow) {
    return (
      <SegmentedControl
        size="xs"
        aria-label={t('mode.label')}
        value={mode}
        onChange={change}
        data={data}
      />
    );
  }
  return (
    <NativeSelect
      size="xs"
      aria-label={t('mode.label')}
      value={mode}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      data={data}
    />
  );
}
