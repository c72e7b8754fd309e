import { ActionIcon, Tooltip } from '@mantine/core';
import { Panel, useReactFlow } from '@xyflow/react';
import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from '#ui/icon.tsx';
import classes from './diagram.module.css';

/** Zooming for those without a wheel, and the way back to the whole picture. */
export function ZoomTools({ onFit }: { onFit: () => void }) {
  const { t } = useTranslation('tables');
  const { zoomIn, zoomOut } = useReactFlow();
  const tools: { icon: IconName; label: string; run: () => void }[] = [
    { icon: 'plus', label: t('diagram.zoomIn'), run: () => void zoomIn() },
    { icon: 'minus', label: t('diagram.zoomOut'), run: () => void zoomOut() },
    { icon: 'fit', label: t('diagram.fit'), run: onFit },
  ];
  return (
    <Panel position="bottom-left" className={classes.tools}>
      {tools.map(({ icon, label, run }) => (
        <Tooltip key={icon} label={label} position="right">
          <ActionIcon variant="default" size={30} aria-label={label} onClick={run}>
            <Icon name={icon} />
          </ActionIcon>
        </Tooltip>
      ))}
    </Panel>
  );
}
