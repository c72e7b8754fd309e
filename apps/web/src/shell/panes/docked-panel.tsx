import { ActionIcon, Tooltip } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DockedAssistant } from '#domain/assistant/docked-assistant.tsx';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { usePageLooks } from '#platform/navigation/page-name.ts';
import { CopyButton } from '#ui/copy-button.tsx';
import { DataList } from '#ui/data-list.tsx';
import { Icon } from '#ui/icon.tsx';
import classes from './panes.module.css';
import type { Panes } from './use-panes.ts';

type DockedPanelProps = {
  place: 'bottom' | 'right';
  panes: Panes;
  /** Where there is room for one pane only, it is the assistant's. */
  isOnly?: boolean | undefined;
};

/** The assistant lies where the user docked it; the other pane tells about the page. */
export default function DockedPanel({ place, panes, isOnly }: DockedPanelProps) {
  const isAssistant = panes.assistantPosition === place || isOnly === true;
  return isAssistant ? (
    <AssistantPanel place={place} panes={panes} isOnly={isOnly} />
  ) : (
    <AboutPanel onClose={panes[place].toggle} />
  );
}

function AssistantPanel({ place, panes, isOnly }: DockedPanelProps) {
  const { t } = useTranslation('shell');
  const other = place === 'bottom' ? 'right' : 'bottom';
  const moveLabel = t(`assistant.dock.${other}`);
  return (
    <Panel
      title={t('assistant.title')}
      onClose={panes[place].toggle}
      actions={
        !isOnly && (
          <Tooltip label={moveLabel}>
            <ActionIcon size={26} aria-label={moveLabel} onClick={() => panes.dockAssistant(other)}>
              <Icon name={other === 'right' ? 'paneRight' : 'paneBottom'} />
            </ActionIcon>
          </Tooltip>
        )
      }
    >
      <DockedAssistant />
    </Panel>
  );
}

function AboutPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell');
  const { nameOf } = usePageLooks();
  const { project, connector } = useCurrentProject();
  const href = useLocation({ select: ({ publicHref }) => publicHref });
  return (
    <Panel title={t('about.title')} onClose={onClose}>
      <div className={classes.about}>
        <DataList
          items={[
            { label: t('about.page'), value: nameOf(href) },
            { label: t('about.project'), value: project?.name ?? t('about.none') },
            { label: t('about.connector'), value: connector?.name ?? t('about.none') },
            {
              label: t('about.link'),
              value: <CopyButton value={location.origin + href} label={t('about.copy')} />,
            },
          ]}
        />
      </div>
    </Panel>
  );
}

type PanelProps = { title: string; actions?: ReactNode; onClose: () => void; children: ReactNode };

function Panel({ title, actions, onClose, children }: PanelProps) {
  const { t } = useTranslation('shell');
  return (
    <aside className={classes.panel} aria-label={title}>
      <header className={classes.panelHeader}>
        <h2 className={classes.panelTitle}>{title}</h2>
        {actions}
        <ActionIcon size={26} aria-label={t('panes.close', { name: title })} onClick={onClose}>
          <Icon name="close" />
        </ActionIcon>
      </header>
      <div className={classes.panelBody}>{children}</div>
    </aside>
  );
}
