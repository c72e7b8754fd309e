import { SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Choice } from './merge-tiles.ts';

type SideChoiceProps = { label: string; value: Choice; onChange: (side: Choice) => void };

/** Whose version of one thing is kept. */
export function SideChoice({ label, value, onChange }: SideChoiceProps) {
  const { t } = useTranslation('dashboards');
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('merge.choice', { name: label })}
      value={value}
      data={[
        { value: 'mine', label: t('merge.mine') },
        { value: 'theirs', label: t('merge.theirs') },
      ]}
      onChange={onChange}
    />
  );
}
